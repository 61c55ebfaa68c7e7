/** The menu of a message: what one may do with it, in the order in which one wants it; what destroys comes last. */
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { t } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import { cleanHtml } from '../../components/message-html/clean-html.ts';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { openMenu, type MenuEntry } from '../kit/menu-store.ts';
import { say, told } from '../kit/notices.ts';
import { quickEmoji } from '../kit/quick-emoji.ts';
import type { Narrow } from '../routing/narrow.ts';
import type { MessageActions } from '../store/actions.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { hasHistory, type Message } from '../store/message.ts';
import { changingFlags } from '../store/own-flags.ts';
import { isChangeable, mayDelete, mayMove } from '../store/permissions.ts';
import { openReminderMenu } from './reminding.ts';

type Place = HTMLElement | { x: number; y: number };

/** @param narrow the view in which it is shown. */
export function openMessageMenu(
  chat: ChatModel,
  actions: MessageActions,
  narrow: Narrow,
  message: Message,
  at: Place,
): void {
  const asText = chat.known.settings.emojiset === 'text';
  const isOpen = isChangeable(chat.known, message);
  const quick = (isOpen ? quickEmoji : []).map(({ name, code }) => ({
    label: t('React with {{name}}', { name }),
    glyph: emojiSign({ name, code }, asText),
    onPick: () => actions.onReact(message, { name, code, type: 'unicode_emoji' }, true),
  }));
  openMenu(
    t('Message actions'),
    at,
    [
      ...(isOpen ? reacting(actions, message) : []),
      ...answering(actions, message),
      'line',
      ...keeping(chat, actions, narrow, message, at),
      'line',
      ...looking(chat, message),
      ...changing(chat, message),
    ],
    quick,
  );
}

const reacting = ({ onPickReaction }: MessageActions, message: Message): MenuEntry[] => [
  {
    label: t('More reactions'),
    icon: 'smilePlus',
    keys: ':',
    // Beside the message: the button of the menu may be hidden by then.
    onPick: () => onPickReaction(message, rowOf(message) ?? document.body),
  },
  'line',
];

const rowOf = ({ id }: Message): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.feed .message[data-message-id="${id}"]`);

function answering({ onReply, onQuote, onForward, onEdit }: MessageActions, message: Message): MenuEntry[] {
  return [
    { label: t('Reply'), icon: 'reply', keys: 'R', onPick: () => onReply(message) },
    ...(onQuote === undefined
      ? []
      : [{ label: t('Quote in reply'), icon: 'quote', keys: '>', onPick: () => onQuote(message) } as const]),
    { label: t('Forward'), icon: 'forward', keys: '<', onPick: () => onForward(message) },
    ...(onEdit === undefined || !onEdit.isAllowed(message)
      ? []
      : [{ label: t('Edit'), icon: 'edit', keys: 'E', onPick: () => onEdit.run(message) } as const]),
  ];
}

function keeping(chat: ChatModel, actions: MessageActions, narrow: Narrow, message: Message, at: Place): MenuEntry[] {
  const isStarred = message.flags.includes('starred');
  const isCollapsed = message.flags.includes('collapsed');
  return [
    {
      label: isStarred ? t('Remove the star') : t('Star'),
      icon: 'star',
      keys: 'Ctrl S',
      onPick: () => setFlag(message, 'starred', !isStarred),
    },
    {
      label: isCollapsed ? t('Unfold the message') : t('Fold the message'),
      icon: isCollapsed ? 'eye' : 'eyeOff',
      keys: '-',
      onPick: () => actions.onCollapse(message, !isCollapsed),
    },
    { label: t('Remind me'), icon: 'clock', onPick: () => openReminderMenu(chat, message.id, at) },
    {
      label: t('Unread from here'),
      icon: 'feed',
      keys: 'Shift U',
      onPick: () => void told(chat.reading.markUnreadFrom(narrow, message.id)),
    },
    { label: t('Copy link'), icon: 'link', onPick: () => actions.onCopyLink(message) },
    { label: t('Copy text'), icon: 'copy', onPick: () => void copyWords(message) },
  ];
}

function looking({ known }: ChatModel, message: Message): MenuEntry[] {
  const { id } = message;
  return [
    ...(message.reactions.length === 0
      ? []
      : [{ label: t('Who reacted'), icon: 'smile', onPick: () => openDialog({ kind: 'reactions', id }) } as const]),
    ...(known.organization.realm.enable_read_receipts
      ? [
          {
            label: t('Who has read it'),
            icon: 'eye',
            keys: 'Shift V',
            onPick: () => openDialog({ kind: 'readers', id }),
          } as const,
        ]
      : []),
    ...(hasHistory(message)
      ? [
          {
            label: t('Edit history'),
            icon: 'calendar',
            keys: 'Shift H',
            onPick: () => openDialog({ kind: 'history', id }),
          } as const,
        ]
      : []),
  ];
}

function changing(chat: ChatModel, message: Message): MenuEntry[] {
  const { known, session } = chat;
  const isMine = message.sender_id === session.user_id;
  const isMuted = known.own.mutedUsers.has(message.sender_id);
  const { id } = message;
  const entries: MenuEntry[] = [
    ...(message.type === 'stream' && mayMove(known, message, serverNow())
      ? [
          {
            label: t('Move to another topic'),
            icon: 'send',
            keys: 'M',
            onPick: () => openDialog({ kind: 'move', id }),
          } as const,
        ]
      : []),
    ...(isMine
      ? []
      : [
          {
            label: isMuted ? t('Unmute this person') : t('Mute this person'),
            icon: isMuted ? 'bell' : 'muted',
            onPick: () => mute(message.sender_id, !isMuted),
          } as const,
        ]),
    ...(mayDelete(known, message, serverNow())
      ? [
          {
            label: t('Delete'),
            icon: 'delete',
            isDanger: true,
            onPick: () => openDialog({ kind: 'delete', id }),
          } as const,
        ]
      : []),
  ];
  return entries.length === 0 ? [] : ['line', ...entries];
}

/** A mark of the reader's own on a message. */
export function setFlag({ id }: Message, flag: 'starred' | 'collapsed', isOn: boolean): void {
  void told(changingFlags(request('POST', '/messages/flags', { messages: [id], op: isOn ? 'add' : 'remove', flag })));
}

function mute(userId: number, isOn: boolean): void {
  void told(request(isOn ? 'POST' : 'DELETE', `/users/me/muted_users/${userId}`));
}

async function copyWords({ content }: Message): Promise<void> {
  const words = cleanHtml(content);
  // A formula is there twice: drawn, and as MathML with its source, which is what can be written again.
  words.querySelectorAll('.katex-html, .katex semantics > :not(annotation)').forEach((drawn) => drawn.remove());
  if (await copyText((words.textContent ?? '').trim())) say(t('Text copied'));
}
