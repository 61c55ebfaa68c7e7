/** Actions on a message, in the order in which its menu offers it; what destroys comes last. */
import { loadCode } from '../../client/lazy-part.ts';
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { focusReturn } from '../../components/focus-return.ts';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { openLightbox } from '../kit/lightbox-store.ts';
import { openMenu } from '../kit/menu-store.ts';
import { confirmed, reportRefusal } from '../kit/notices.ts';
import { quickEmoji } from '../kit/quick-emoji.ts';
import { conversationAddress } from '../routing/address.ts';
import { isChangeable, mayDelete, mayEdit, mayMove } from '../store/permissions.ts';
import { whyNoPosting } from '../store/posting.ts';
import { goTo } from '../store/use-view.ts';
import { menuOf, onCurrent } from './action.ts';
import { aboutMessage, reportMessage } from './message-about.ts';
import type { MessageAction, MessageTarget } from './message-target.ts';
import { mutePerson } from './person.ts';
import { pinActions } from './pin-message.ts';
import {
  editMessage,
  forwardMessage,
  copyLinkOf,
  copyWords,
  mention,
  pickReaction,
  quoteMessage,
  react,
  replyTo,
  setFlag,
  toggleReaction,
} from './writing.ts';

/** The server takes a message there, so that its box is there. */
const mayAnswer = ({ chat, message }: MessageTarget): boolean =>
  whyNoPosting(chat.clientState, conversationOf(message, chat.session.user_id)) === null;
const isOpen = ({ chat, message }: MessageTarget): boolean => isChangeable(chat.clientState, message);
const rowOf = ({ message: { id } }: MessageTarget): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.feed .message[data-message-id="${id}"]`);

const flagSwitch = (flag: 'starred' | 'collapsed', words: (isOn: boolean) => string) => ({
  isOn: ({ message }: MessageTarget) => message.flags.includes(flag),
  run: ({ message }: MessageTarget, isOn: boolean) => void confirmed(setFlag(message, flag, isOn), words(isOn)),
});

export const foldMessage: MessageAction = {
  id: 'fold',
  label: (isOn) => (isOn ? t('Expand message') : t('Collapse message')),
  icon: (isOn) => (isOn ? 'eye' : 'eyeOff'),
  menu: 'keep',
  key: { chords: ['-'], group: 'reading' },
  ...flagSwitch('collapsed', (isOn) => (isOn ? t('Message collapsed.') : t('Message expanded.'))),
};

export const messageActions: readonly MessageAction[] = [
  {
    id: 'actions',
    label: () => t('Actions'),
    key: { chords: ['I'], group: 'message' },
    run(target) {
      const row = rowOf(target);
      if (row !== null) openMessageMenu({ ...target, at: row });
    },
  },
  {
    id: 'card',
    label: () => t("View sender's profile"),
    key: { chords: ['U'], group: 'message' },
    run: ({ message }) => goTo(`#user/${message.sender_id}`),
  },
  {
    id: 'react',
    label: () => t('More reactions'),
    icon: 'smilePlus',
    menu: 'react',
    key: { chords: [':'], group: 'message', label: () => t('React') },
    tool: () => t('Add a reaction'),
    popup: 'dialog',
    isAllowed: isOpen,
    run: (target) => pickReaction(target.message, target.button ?? rowOf(target) ?? document.body),
  },
  {
    id: 'thumbs-up',
    label: () => t('Thumbs up'),
    key: { chords: ['+'], group: 'message' },
    isAllowed: isOpen,
    run: ({ chat, message }) => toggleReaction(chat, message, { name: '+1', code: '1f44d', type: 'unicode_emoji' }),
  },
  {
    id: 'first-reaction',
    label: () => t('Toggle first reaction'),
    key: { chords: ['='], group: 'message' },
    isAllowed: isOpen,
    run({ chat, message }) {
      const [first] = message.reactions;
      if (first !== undefined)
        toggleReaction(chat, message, { name: first.emoji_name, code: first.emoji_code, type: first.reaction_type });
    },
  },
  {
    id: 'reply',
    label: () => t('Reply'),
    icon: 'reply',
    menu: 'answer',
    key: { chords: ['R', 'Enter'], group: 'writing' },
    tool: () => t('Reply'),
    isAllowed: mayAnswer,
    run: ({ chat, names, message }) => replyTo(chat, names, message),
  },
  {
    id: 'reply-mention',
    label: () => t('Reply with mention'),
    key: { chords: ['@'], group: 'writing' },
    isAllowed: mayAnswer,
    run({ chat, names, message }) {
      replyTo(chat, names, message);
      mention(chat, message);
    },
  },
  {
    id: 'reply-sender',
    label: () => t('Message the sender'),
    key: { chords: ['Shift+R'], group: 'writing' },
    run: ({ names, message }) => goTo(conversationAddress({ kind: 'direct', userIds: [message.sender_id] }, names)),
  },
  {
    id: 'quote',
    label: () => t('Quote in reply'),
    icon: 'quote',
    menu: 'answer',
    key: { chords: ['>'], group: 'writing' },
    isAllowed: mayAnswer,
    run: ({ chat, names, message }) => void quoteMessage(chat, names, message),
  },
  {
    id: 'forward',
    label: () => t('Forward'),
    icon: 'forward',
    menu: 'answer',
    key: { chords: ['<'], group: 'writing' },
    run: ({ chat, names, message }) => void forwardMessage(chat, names, message),
  },
  {
    id: 'edit',
    label: () => t('Edit'),
    icon: 'edit',
    menu: 'answer',
    key: { chords: ['E'], group: 'writing', label: () => t('Edit message') },
    isAllowed: ({ chat, message }) => mayEdit(chat.clientState, message, serverNow()),
    run: ({ chat, message }) => editMessage(chat, message),
  },
  {
    id: 'near',
    label: () => t('Go to conversation'),
    key: { chords: ['Z'], group: 'reading' },
    run: ({ chat, names, message }) =>
      goTo(conversationAddress(conversationOf(message, chat.session.user_id), names, message.id)),
  },
  {
    id: 'star',
    label: (isOn) => (isOn ? t('Unstar') : t('Star')),
    icon: 'star',
    menu: 'keep',
    key: { chords: ['Ctrl+S'], group: 'message' },
    ...flagSwitch('starred', (isOn) => (isOn ? t('Message starred.') : t('Message unstarred.'))),
  },
  foldMessage,
  {
    id: 'picture',
    label: () => t('Open image'),
    key: { chords: ['V'], group: 'reading' },
    run(target) {
      const picture = rowOf(target)?.querySelector<HTMLElement>('[data-action="picture"]') ?? null;
      if (picture !== null) openLightbox(picture);
    },
  },
  {
    id: 'remind',
    label: () => t('Remind me'),
    icon: 'clock',
    menu: 'keep',
    run: ({ chat, message, at }) =>
      void loadCode(() => import('./reminding.ts')).then((code) => code?.openReminderMenu(chat, message.id, at)),
  },
  ...pinActions,
  {
    id: 'unread-from',
    label: () => t('Mark as unread from here'),
    icon: 'feed',
    menu: 'keep',
    key: { chords: ['Shift+U'], group: 'reading' },
    // What one is not subscribed to stays read.
    isAllowed: ({ chat, message: { stream_id: id } }) =>
      id === undefined || chat.clientState.channels.subscriptions.has(id),
    run: ({ chat, narrow, message }) =>
      void confirmed(reportRefusal(chat.reading.markUnreadFrom(narrow, message.id)), t('Marked as unread from here.')),
  },
  {
    id: 'copy-link',
    label: () => t('Copy link'),
    icon: 'link',
    menu: 'keep',
    tool: () => t('Copy link'),
    run: ({ chat, names, message }) => void copyLinkOf(chat, names, message),
  },
  {
    id: 'copy-text',
    label: () => t('Copy text'),
    icon: 'copy',
    menu: 'keep',
    run: ({ message }) => void copyWords(message),
  },
  ...aboutMessage,
  {
    id: 'remove-link-preview',
    label: () => t('Remove link preview'),
    icon: 'eyeOff',
    menu: 'change',
    isAllowed: (target) =>
      isOpen(target) &&
      target.message.sender_id === target.chat.session.user_id &&
      target.message.content.includes('<div class="message_embed">'),
    run: ({ message: { id } }) => void reportRefusal(request('DELETE', `/messages/${id}/link_previews`)),
  },
  {
    id: 'move',
    label: () => t('Move message'),
    icon: 'send',
    menu: 'change',
    key: { chords: ['M'], group: 'message' },
    isAllowed: ({ chat, message }) => message.type === 'stream' && mayMove(chat.clientState, message, serverNow()),
    run: ({ message: { id } }) => openDialog({ kind: 'move', id }),
  },
  {
    id: 'mute-sender',
    label: (isOn) => (isOn ? t('Unmute user') : t('Mute user')),
    icon: (isOn) => (isOn ? 'bell' : 'muted'),
    menu: 'change',
    isAllowed: (target) => mutePerson.isAllowed?.(senderOf(target)) === true,
    isOn: (target) => mutePerson.isOn?.(senderOf(target)) === true,
    run: (target, isOn) => mutePerson.run(senderOf(target), isOn),
  },
  reportMessage,
  {
    id: 'delete',
    label: () => t('Delete'),
    icon: 'delete',
    menu: 'change',
    isDanger: true,
    isAllowed: ({ chat, message }) => mayDelete(chat.clientState, message, serverNow()),
    run: (target) => void deleteAndGoOn(target),
  },
];

/** The focus goes on to the message that follows. */
async function deleteAndGoOn({ chat, message }: MessageTarget): Promise<void> {
  const toNext = focusReturn();
  const code = await loadCode(() => import('./deleting.ts'));
  code?.deleteMessage(chat, message);
  toNext();
}

/** Opens the menu of a message; what is picked acts on the message as it is by then. */
export function openMessageMenu(opened: MessageTarget): void {
  const { chat, message: shown, at } = opened;
  const isKnown = chat.messages.get(shown.id) !== undefined;
  const current = (): MessageTarget | null => {
    const message = chat.messages.get(shown.id) ?? (isKnown ? undefined : shown);
    // The button of the menu may be hidden by then.
    return message === undefined ? null : { ...opened, message, button: null };
  };
  const asText = chat.clientState.settings.emojiset === 'text';
  const quick = (isOpen(opened) ? quickEmoji : []).map(({ name, code }) => ({
    label: t('React with {{name}}', { name }),
    glyph: emojiSign({ name, code }, asText),
    onPick: () =>
      onCurrent(current, ({ message }) => react(message, { name, code, type: 'unicode_emoji' }, true), isOpen),
  }));
  openMenu(t('Message actions'), at, menuOf(messageActions, current), quick);
}

const senderOf = ({ chat, message }: MessageTarget) => ({ chat, userId: message.sender_id });
