/** Asks where a message, or all after it, or its topic, is moved to: only places where the reader may move it. */
import { useState } from 'react';
import { serverNow } from '../../client/server-clock.ts';
import type { Channel } from '../../client/state/channels.ts';
import { topicNamed } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { isThere, moveMessages, type MoveMode } from '../actions/moving.ts';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { ChannelField } from '../parts/channel-field.tsx';
import { TopicField } from '../parts/topic-field.tsx';
import { isInGroup, movesOf } from '../store/permissions.ts';
import { useChat, useClientState, useMessage } from '../store/use-chat.ts';
import { GoneMessage } from './message-dialogs.tsx';

const modes = {
  change_one: () => t('Only this message'),
  change_later: () => t('This message and all later ones'),
  change_all: () => t('All messages in the topic'),
};

const whatMoves = ({ topic, channel }: { topic: boolean; channel: boolean }): 'both' | 'topic' | 'channel' | 'none' =>
  topic && channel ? 'both' : topic ? 'topic' : channel ? 'channel' : 'none';

export function MoveDialog({ id }: { id: number }) {
  const chat = useChat();
  const message = useMessage(id);
  const may = useClientState((state) =>
    message === undefined ? 'none' : whatMoves(movesOf(state, message, serverNow())),
  );
  // What was not chosen is what it is now: it may move while someone chooses. null = no channel has the written name.
  const [chosenChannel, setChannelId] = useState<number | null | undefined>(undefined);
  const [written, setTopic] = useState<string | null>(null);
  const [mode, setMode] = useState<MoveMode>('change_later');
  const [notices, setNotices] = useState({ old: false, new: true });
  const [problem, setProblem] = useState<string | null>(null);
  const choices = useChannelChoices(message?.stream_id);
  if (message === undefined) return <GoneMessage title={t('Move')} />;
  const here = message.stream_id ?? 0;
  if (may === 'none') return <NoMove channelId={here} />;
  const channelId = chosenChannel === undefined ? here : chosenChannel;
  const topic = topicNamed(written ?? message.subject);
  const move = (): Promise<boolean> => {
    const isUnmoved = channelId !== null && isThere(message, channelId, topic);
    if (channelId === null) setProblem(t('No channel found to which you can move messages.'));
    else if (isUnmoved) setProblem(t('The message is already in this topic.'));
    else moveMessages(chat, message, { channelId, topic, mode, tellsOld: notices.old, tellsNew: notices.new });
    return Promise.resolve(channelId !== null && !isUnmoved);
  };
  return (
    <FormDialog title={t('Move')} submitLabel={t('Move')} onSubmit={move} onClose={closeDialog}>
      {may !== 'topic' && (
        <ChannelField
          channelId={channelId}
          choices={choices}
          onChange={(chosen) => {
            setChannelId(chosen);
            setProblem(null);
          }}
          note={
            channelId === here
              ? undefined
              : t("People who can't access the current channel don't see the edit history from before the move.")
          }
          error={problem}
        />
      )}
      {may !== 'channel' && (
        <TopicField
          isFirst
          channelId={channelId}
          value={written ?? message.subject}
          onChange={(text) => {
            setTopic(text);
            setProblem(null);
          }}
        />
      )}
      {may === 'topic' && problem !== null && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <Modes chosen={mode} onChoose={setMode} />
      <Notices chosen={notices} onChoose={setNotices} />
    </FormDialog>
  );
}

/** The channel was archived, the permission was taken, or the time for it is over, while the dialog was open. */
function NoMove({ channelId }: { channelId: number }) {
  const channel = useClientState((state) => state.channels.channels.get(channelId));
  return (
    <Dialog title={t('Move')} onClose={closeDialog}>
      <p role="alert">
        {channel?.is_archived === true
          ? t('#{{name}} is archived.', { name: channel.name })
          : t('You can no longer move this message.')}
      </p>
    </Dialog>
  );
}

function Modes({ chosen, onChoose }: { chosen: MoveMode; onChoose: (mode: MoveMode) => void }) {
  return (
    <fieldset className="choices">
      <legend className="field-label">{t('Messages to move')}</legend>
      {(Object.keys(modes) as MoveMode[]).map((mode) => (
        <label key={mode}>
          <input type="radio" name="mode" checked={chosen === mode} onChange={() => onChoose(mode)} />
          {modes[mode]()}
        </label>
      ))}
    </fieldset>
  );
}

const places = { new: () => t('Notify the new topic'), old: () => t('Notify the old topic') };
type ToldPlaces = Record<keyof typeof places, boolean>;

/** Which of both topics gets a notice of the move. */
function Notices({ chosen, onChoose }: { chosen: ToldPlaces; onChoose: (chosen: ToldPlaces) => void }) {
  return (
    <fieldset className="choices">
      <legend className="field-label">{t('Move notices')}</legend>
      {(Object.keys(places) as (keyof typeof places)[]).map((place) => (
        <label key={place}>
          <input
            type="checkbox"
            checked={chosen[place]}
            onChange={({ currentTarget }) => onChoose({ ...chosen, [place]: currentTarget.checked })}
          />
          {places[place]()}
        </label>
      ))}
    </fieldset>
  );
}

/** The channel of the message, and those of the reader in which they may write. */
function useChannelChoices(hereId: number | undefined): Channel[] {
  const { channels, subscriptions } = useClientState((state) => state.channels);
  const groups = useClientState((state) => state.groups);
  const me = useClientState((state) => state.me);
  return [...channels.values()].filter(
    (channel) =>
      channel.stream_id === hereId ||
      (subscriptions.has(channel.stream_id) &&
        !channel.is_archived &&
        isInGroup(groups, channel.can_send_message_group, me)),
  );
}
