/** Actions that show what is known of a message, and the one that reports it to the moderators. */
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { hasHistory } from '../store/message.ts';
import { hasReports } from '../store/reports.ts';
import type { MessageAction } from './message-target.ts';

/** In the order of the menu. */
export const aboutMessage: readonly MessageAction[] = [
  {
    id: 'reactions',
    label: () => t('See who reacted'),
    icon: 'smile',
    menu: 'about',
    isAllowed: ({ message }) => message.reactions.length > 0,
    run: ({ message: { id } }) => openDialog({ kind: 'reactions', id }),
  },
  {
    id: 'readers',
    label: () => t('Read receipts'),
    icon: 'eye',
    menu: 'about',
    key: { chords: ['Shift+V'], group: 'message' },
    isAllowed: ({ chat }) => chat.clientState.organization.realm.enable_read_receipts === true,
    run: ({ message: { id } }) => openDialog({ kind: 'readers', id }),
  },
  {
    id: 'history',
    label: () => t('Edit history'),
    icon: 'calendar',
    menu: 'about',
    key: { chords: ['Shift+H'], group: 'message' },
    isAllowed: ({ chat, message }) =>
      hasHistory(message) && chat.clientState.organization.realm.message_edit_history_visibility_policy !== 'none',
    run: ({ message: { id } }) => openDialog({ kind: 'history', id }),
  },
];

export const reportMessage: MessageAction = {
  id: 'report',
  label: () => t('Report message'),
  icon: 'alert',
  menu: 'change',
  isAllowed: ({ chat, message }) => message.sender_id !== chat.session.user_id && hasReports(chat.clientState),
  run: ({ message: { id } }) => openDialog({ kind: 'report', id }),
};
