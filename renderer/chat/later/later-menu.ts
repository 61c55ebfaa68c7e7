/** The menu of times by words, with a time of one's own at its end. */
import { t } from '../../client/text.ts';
import { openDialog } from '../floating/dialog-store.ts';
import { openMenu, type MenuEntry } from '../floating/menu-store.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { hasTwentyFourHours } from '../model/when.ts';
import type { MomentQuestion } from './moment-question.ts';
import { clockOf, laterChoices } from './times.ts';

interface LaterMenu extends Pick<MomentQuestion, 'title' | 'submitLabel' | 'onPick'> {
  /** Minutes are offered, too. */
  isSoon?: boolean;
  /** Of a reminder; null = there is none. */
  note?: string | null;
  /** What else can be done, behind the times. */
  more?: readonly MenuEntry[];
}

export function is24(chat: ChatModel): boolean {
  return hasTwentyFourHours(chat.known.settings.twenty_four_hour_time);
}

export function openLaterMenu(
  chat: ChatModel,
  at: Parameters<typeof openMenu>[1],
  { title, submitLabel, onPick, isSoon = false, note = null, more = [] }: LaterMenu,
): void {
  const now = new Date();
  const choices = laterChoices(now, isSoon);
  const start = choices.find(({ moment }) => moment.getDate() !== now.getDate())?.moment ?? now;
  openMenu(title, at, [
    ...choices.map(({ label, moment }) => ({
      label,
      icon: 'clock' as const,
      note: clockOf(moment, now, is24(chat)),
      onPick: () => void onPick(moment, note ?? ''),
    })),
    'line',
    {
      label: t('Choose day and time…'),
      icon: 'calendar',
      onPick: () => openDialog({ kind: 'moment', question: { title, submitLabel, start, note, onPick } }),
    },
    ...more,
  ]);
}
