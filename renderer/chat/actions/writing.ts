/** Writing about a message: a reply, a quotation, a reaction, an edit. For the actions of messages, from menus and keys. */
import { request } from '../../client/request.ts';
import { serverNow } from '../../client/server-clock.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { t } from '../../client/text.ts';
import { copyText } from '../../components/clipboard.ts';
import { cleanHtml } from '../../components/message-html/clean-html.ts';
import { quoted } from '../kit/compose-text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { showNotice, reportRefusal } from '../kit/notices.ts';
import { conversationAddress, type Names } from '../routing/address.ts';
import { narrowKey, type Narrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { EmojiEntry } from '../store/emoji-data.ts';
import type { Message, Reaction } from '../store/message.ts';
import { changingFlags } from '../store/own-flags.ts';
import { mayEdit } from '../store/permissions.ts';
import { openEmojiPicker } from '../store/picker-request.ts';
import { goTo, isShown } from '../store/use-view.ts';

export interface Emoji {
  code: string;
  name: string;
  type: EmojiEntry['type'] | Reaction['reaction_type'];
}

/** Goes to the message's conversation, with the focus in its box. */
export function replyTo(chat: ChatModel, names: Names, message: Message): void {
  const conversation = conversationOf(message, chat.session.user_id);
  if (!isShown(chat, conversation)) goTo(conversationAddress(conversation, names));
  chat.writing.focus(conversation);
}

/** The same, with the message as a quotation in the box. @returns whether the server told its words. */
export async function quoteMessage(chat: ChatModel, names: Names, message: Message): Promise<boolean> {
  const quote = async (): Promise<void> => {
    const words = await quotation(chat, names, message);
    const now = chat.messages.get(message.id) ?? message;
    chat.writing.append(conversationOf(now, chat.session.user_id), words);
    replyTo(chat, names, now);
  };
  return reportRefusal(quote());
}

/** Asks where to, and puts the message as a quotation into the box there. */
export async function forwardMessage(chat: ChatModel, names: Names, message: Message): Promise<boolean> {
  const forward = async (): Promise<void> => {
    const words = { text: await quotation(chat, names, message), title: t('Forward message') };
    openDialog({ kind: 'destination', choice: { kind: 'channel', from: null, channelId: null, words } });
  };
  return reportRefusal(forward());
}

/** Calls the sender of a message in the box of its conversation. */
export function mention(chat: ChatModel, message: Message): void {
  const { sender_full_name: name, sender_id: id } = message;
  chat.writing.append(conversationOf(message, chat.session.user_id), `@**${name}|${id}** `, ' ');
}

/** The message may have moved while its text is asked for. */
async function quotation(chat: ChatModel, names: Names, message: Message): Promise<string> {
  const { id } = message;
  const params = { apply_markdown: false };
  const { content } = (await request('GET', `/messages/${id}`, params)).message;
  const now = chat.messages.get(id) ?? message;
  const { sender_full_name: name, sender_id: userId } = now;
  const link = `${location.origin}/${conversationAddress(conversationOf(now, chat.session.user_id), names, id)}`;
  return quoted({ name, userId, link, content, said: t('said') });
}

/** Opens the grid of emoji beside the button, and reacts with the one that is picked. */
export function pickReaction(message: Message, at: HTMLElement): void {
  openEmojiPicker(at, (emoji) => react(message, emoji, true));
}

/** Adds a reaction of the reader, or takes it back. */
export function react({ id }: Message, { name, code, type }: Emoji, isOn: boolean): void {
  const emoji = { emoji_name: name, emoji_code: code, reaction_type: type };
  void reportRefusal(request(isOn ? 'POST' : 'DELETE', `/messages/${id}/reactions`, emoji));
}

/** Adds a reaction that the reader has not given, or takes it back. */
export function toggleReaction(chat: ChatModel, message: Message, emoji: Emoji): void {
  const isOn = message.reactions.some(
    ({ user_id: userId, emoji_code: code, reaction_type: type }) =>
      userId === chat.session.user_id && code === emoji.code && type === emoji.type,
  );
  react(message, emoji, !isOn);
}

/** @returns the last message of a view whose words one may change. */
export function lastEditable({ ranges, messages, clientState }: ChatModel, narrow: Narrow): Message | undefined {
  const ids = ranges.get(narrowKey(narrow))?.ids ?? [];
  return ids
    .map((id) => messages.get(id))
    .findLast((message) => message !== undefined && mayEdit(clientState, message, serverNow()));
}

/** Edits one's own message in its row. */
export function editMessage(chat: ChatModel, message: Message): void {
  chat.writing.edits.open.setState(message.id, true);
}

/** Copies a link to a message. */
export async function copyLinkOf({ session }: ChatModel, names: Names, message: Message): Promise<void> {
  const address = conversationAddress(conversationOf(message, session.user_id), names, message.id);
  // At the root, so that every client reads it.
  if (await copyText(`${location.origin}/${address}`)) showNotice(t('Link copied'));
}

/** Copies the text of a message, with the source of its formulas. */
export async function copyWords({ content }: Message): Promise<void> {
  const words = cleanHtml(content);
  // A formula is there twice: drawn, and as MathML with its source, which is what can be written again.
  words.querySelectorAll('.katex-html, .katex semantics > :not(annotation)').forEach((drawn) => drawn.remove());
  if (await copyText((words.textContent ?? '').trim())) showNotice(t('Text copied'));
}

/** A mark of the reader's own on a message. */
export function setFlag({ id }: Message, flag: 'starred' | 'collapsed', isOn: boolean): Promise<boolean> {
  return reportRefusal(
    changingFlags(request('POST', '/messages/flags', { messages: [id], op: isOn ? 'add' : 'remove', flag })),
  );
}
