/** Menu of insertable content: in the menu of its plus on a phone, behind the three dots elsewhere. */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openLaterMenu } from '../actions/later-menu.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { insertWords } from '../kit/field-edits.ts';
import { applyFormat, type TextFormat } from '../kit/formats.ts';
import type { MenuEntry } from '../kit/menu-store.ts';
import { whenDialogsAreClosed } from '../kit/top-dialog.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { timeTag } from '../store/times.ts';

/** What the menu acts on. */
export interface ComposerTarget {
  chat: ChatModel;
  conversation: Conversation;
  field: HTMLTextAreaElement;
  /** The button of the menu. */
  button: HTMLElement;
  /** The box is empty: a command can be put into it. */
  isEmpty: boolean;
  /** The box is that of an edit: what has a dialog of its own would go into the message box below. */
  isEdit: boolean;
}

export function blockEntries({ chat, conversation, field, button, isEmpty, isEdit }: ComposerTarget): MenuEntry[] {
  const apply = (format: TextFormat) => () => applyFormat(field, format);
  return [
    { label: t('Quote'), icon: 'quote', onPick: apply('quote') },
    { label: t('Bulleted list'), icon: 'bullets', onPick: apply('bullets') },
    { label: t('Numbered list'), icon: 'numbers', onPick: apply('numbers') },
    { label: t('Code block'), icon: 'blockCode', onPick: apply('codeBlock') },
    { label: t('Table'), icon: 'table', onPick: apply('table') },
    { label: t('Formula'), icon: 'maths', onPick: apply('maths') },
    { label: t('Spoiler'), icon: 'eyeOff', onPick: apply('spoiler') },
    'line',
    {
      label: t('Time'),
      icon: 'clock',
      onPick: () => chooseTime(chat, button, (text) => insertWords(field, `${text} `)),
    },
    // Only at the start of a message is a command one.
    ...(isEmpty && !isEdit
      ? ([
          {
            label: t('Poll'),
            icon: 'check',
            onPick: () => openDialog({ kind: 'poll', conversation }),
          },
          { label: t('To-do list'), icon: 'checks', onPick: () => openDialog({ kind: 'todo', conversation }) },
        ] as const)
      : []),
    ...(isEdit
      ? []
      : ([
          'line',
          {
            label: t('Snippets'),
            icon: 'copy',
            keys: 'Ctrl ’',
            onPick: () => openDialog({ kind: 'snippets', conversation }),
          },
        ] as const)),
  ];
}

/** Asks for a moment, which everyone reads in their own time zone. */
function chooseTime(chat: ChatModel, at: Parameters<typeof openLaterMenu>[1], onPick: (text: string) => void): void {
  openLaterMenu(chat, at, {
    title: t('Time'),
    submitLabel: t('Insert'),
    onPick(moment) {
      whenDialogsAreClosed(() => onPick(timeTag(moment)));
      return Promise.resolve(true);
    },
  });
}
