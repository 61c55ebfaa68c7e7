/** Turning one's notifications off for a while, and on again. */
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { openMenu, type MenuEntry } from '../kit/menu-store.ts';
import { confirmed, reportRefusal } from '../kit/notices.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { clockOf, quietChoices, whenLater } from '../store/times.ts';
import { goTo } from '../store/use-view.ts';
import { is24 } from './later-menu.ts';
import { secondsOf } from './scheduling.ts';

const quietSettingsAddress = '#settings/notifications';

/** Offers for how long; where notifications are off, to turn them on. */
export function openQuietMenu(chat: ChatModel, at: Parameters<typeof openMenu>[1]): void {
  const { clientState } = chat;
  const now = new Date(serverNow() * 1000);
  const isQuiet = clientState.users.quiet.has(clientState.me);
  const title = t('Do not disturb');
  const onPick = (moment: Date): Promise<boolean> => turnOff(chat, moment);
  const choices = quietChoices(now);
  const start = choices.at(-1)?.moment ?? now;
  const turnOn: MenuEntry[] = [
    { label: t('Turn on notifications'), icon: 'bell', onPick: () => void turnOnNotifications() },
    'line',
  ];
  openMenu(title, at, [
    ...(isQuiet ? turnOn : []),
    ...choices.map(({ label, moment }) => ({
      label,
      icon: 'moon' as const,
      note: clockOf(moment, now, is24(chat)),
      onPick: () => void onPick(moment),
    })),
    {
      label: t('Choose day and time…'),
      icon: 'calendar',
      onPick: () =>
        openDialog({
          kind: 'moment',
          question: { title, submitLabel: t('Turn off notifications'), start, note: null, onPick },
        }),
    },
    'line',
    { label: t('Quiet hours'), icon: 'settings', onPick: () => goTo(quietSettingsAddress) },
  ]);
}

async function turnOff(chat: ChatModel, moment: Date): Promise<boolean> {
  const time = whenLater(moment, new Date(), is24(chat));
  return confirmed(
    reportRefusal(request('PATCH', '/users/me/do_not_disturb', { until: secondsOf(moment) })),
    t('Notifications are off until {{time}}.', { time }),
  );
}

async function turnOnNotifications(): Promise<boolean> {
  return confirmed(
    reportRefusal(request('PATCH', '/users/me/do_not_disturb', { until: 0 })),
    t('Notifications are on.'),
  );
}
