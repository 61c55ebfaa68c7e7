/** Notification settings of one channel, which override the general ones. */
import type { Subscription } from '../../client/state/channels.ts';
import type { ClientState } from '../../client/state/state.ts';
import { t } from '../../client/text.ts';
import { chooseForChannel } from '../actions/conversation-actions.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
import { confirmed } from '../kit/notices.ts';
import { useChosen } from '../kit/use-chosen.ts';
import { useClientState } from '../store/use-chat.ts';
import { GoneChannel } from './gone-channel.tsx';

type Choice = keyof Subscription &
  ('desktop_notifications' | 'audible_notifications' | 'email_notifications' | 'wildcard_mentions_notify');

/** The setting that stands for a channel of which nothing was chosen (contract: Subscription). */
const general = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<Choice, keyof ClientState['settings']>;

export function ChannelNotifications({ channelId }: { channelId: number }) {
  const name = useClientState((state) => state.channels.channels.get(channelId)?.name);
  const isSubscribed = useClientState((state) => state.channels.subscriptions.has(channelId));
  const isMuted = useClientState((state) => state.channels.subscriptions.get(channelId)?.is_muted === true);
  if (name === undefined) return <GoneChannel title={t('Notifications')} />;
  if (!isSubscribed)
    return (
      <Dialog title={t('Notifications of #{{name}}', { name })} onClose={closeDialog}>
        <p role="alert">{t('You are not a member of this channel.')}</p>
      </Dialog>
    );
  return (
    <Dialog title={t('Notifications of #{{name}}', { name })} onClose={closeDialog}>
      <p className="dialog-lead">
        {isMuted
          ? t('The channel is muted. Only the setting for @all and @everyone applies.')
          : t('Mentions and followed topics always notify you, according to your settings.')}
      </p>
      <ChoiceRow channelId={channelId} choice="desktop_notifications" label={t('Notify me about every message')} />
      <ChoiceRow channelId={channelId} choice="audible_notifications" label={t('Play a sound for every message')} />
      <ChoiceRow channelId={channelId} choice="email_notifications" label={t("Send emails while I'm away")} />
      <ChoiceRow channelId={channelId} choice="wildcard_mentions_notify" label={t('@all and @everyone mentions')} />
    </Dialog>
  );
}

function ChoiceRow({ channelId, choice, label }: { channelId: number; choice: Choice; label: string }) {
  const known = useClientState(({ channels, settings }) => {
    const own = channels.subscriptions.get(channelId);
    // A muted channel calls by what was chosen for it alone.
    return own?.[choice] ?? (own?.is_muted !== true && settings[general[choice]] === true);
  });
  const [isOn, change] = useChosen(known, (toOn) =>
    confirmed(chooseForChannel(channelId, choice, toOn), t('Saved: {{label}}', { label })),
  );
  return (
    <label className="check-row">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
