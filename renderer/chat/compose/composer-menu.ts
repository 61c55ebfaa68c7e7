/** What else can be put into the box: in the menu of its plus on a phone, behind the three dots elsewhere. */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openLaterMenu } from '../actions/later-menu.ts';
import { prefixed, type Edit, type Selection } from '../kit/compose-text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { applyEdit, insertWords, selectionOf } from '../kit/field-edits.ts';
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
}

export function blockEntries({ chat, conversation, field, button }: ComposerTarget): MenuEntry[] {
  const edit = (change: (selection: Selection) => Edit) => () => applyEdit(field, change(selectionOf(field)));
  return [
    { label: t('Quote'), icon: 'quote', onPick: edit((selection) => prefixed(selection, () => '> ')) },
    { label: t('Bulleted list'), icon: 'feed', onPick: edit((selection) => prefixed(selection, () => '- ')) },
    {
      label: t('Numbered list'),
      icon: 'feed',
      onPick: edit((selection) => prefixed(selection, (index) => `${index + 1}. `)),
    },
    { label: t('Spoiler'), icon: 'eyeOff', onPick: edit(asSpoiler) },
    'line',
    {
      label: t('Time'),
      icon: 'clock',
      onPick: () => chooseTime(chat, button, (text) => insertWords(field, `${text} `)),
    },
    // Only at the start of a message is a command one.
    ...(field.value.trim() === ''
      ? ([
          {
            label: t('Poll'),
            icon: 'check',
            onPick: () => openDialog({ kind: 'poll', conversation }),
          },
          { label: t('To-do list'), icon: 'checks', onPick: () => openDialog({ kind: 'todo', conversation }) },
        ] as const)
      : []),
    'line',
    {
      label: t('Snippets'),
      icon: 'copy',
      keys: 'Ctrl ’',
      onPick: () => openDialog({ kind: 'snippets', conversation }),
    },
  ];
}

/** A text that is shown when someone asks for it. */
function asSpoiler({ text, start, end }: Selection): Edit {
  const before = start === 0 || text[start - 1] === '\n' ? '' : '\n';
  const after = end === text.length || text[end] === '\n' ? '' : '\n';
  const head = `${before}\`\`\`spoiler `;
  const insert = `${head}\n${text.slice(start, end)}\n\`\`\`${after}`;
  // One writes first what it is about.
  return { from: start, to: end, insert, select: [start + head.length, start + head.length] };
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
