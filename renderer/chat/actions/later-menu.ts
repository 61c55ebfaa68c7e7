/** The menu of times by words, with a time of one's own at its end. */
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { openMenu, type MenuEntry } from '../kit/menu-store.ts';
import type { MomentQuestion } from '../kit/moment-question.ts';
import { hasTwentyFourHours } from '../kit/when.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { clockOf, laterChoices } from '../store/times.ts';

interface LaterMenu extends Pick<MomentQuestion, 'title' | 'submitLabel' | 'onPick'> {
  /** Minutes are offered, too. */
  isSoon?: boolean;
  /** Of a reminder; null = there is none. */
  note?: string | null;
  /** What else can be done, behind the times. */
  more?: readonly MenuEntry[];
}

export function is24(chat: ChatModel): boolean {
  return hasTwentyFourHours(chat.clientState.settings.twenty_four_hour_time);
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
