/** Keys that are about the messages of the feed that is open, and the one that is selected in it. */
import { serverNow } from '../../client/server-clock.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { joinChannel, leaveChannel } from '../actions/conversation-actions.ts';
import { muteTopic } from '../actions/conversation-menu.ts';
import { setFlag } from '../actions/message-menu.ts';
import { forwardMessage, lastEditable, mention } from '../actions/message-writing.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { openLightbox } from '../kit/lightbox-store.ts';
import { told } from '../kit/notices.ts';
import { conversationAddress, narrowAddress, type Names, type View } from '../routing/address.ts';
import { conversationOf as placeOfNarrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { FeedControl } from '../store/feed-control.ts';
import { hasHistory, type Message, type Reaction } from '../store/message.ts';
import { isChangeable, mayJoin, mayMove } from '../store/permissions.ts';
import { isMutedConversation } from '../store/unread.ts';
import { goTo } from '../store/use-view.ts';
import type { Handlers } from './key-map.ts';

interface Emoji {
  code: string;
  name: string;
  type: Reaction['reaction_type'];
}

type OnMessage = (message: Message, feed: FeedControl, row: HTMLElement | null) => void;

type ChannelTopic = Extract<Conversation, { kind: 'channel' }>;

export function messageCommands(chat: ChatModel, names: Names, view: View): Handlers {
  return {
    ...movingCommands(chat, names, view),
    ...readingCommands(chat, view),
    ...writingCommands(chat, names, view),
    ...reactionCommands(chat),
  };
}

/** @returns false where no feed is open: the key is not ours then. */
function inFeed(chat: ChatModel, run: (feed: FeedControl) => void) {
  return () => {
    const feed = chat.feed.current;
    if (feed !== null) run(feed);
    return feed !== null;
  };
}

function selectedMessage(chat: ChatModel): Message | undefined {
  const id = chat.feed.current?.selectedId() ?? null;
  return id === null ? undefined : chat.messages.get(id);
}

/** @returns false where no message is selected. */
function onMessage(chat: ChatModel, run: OnMessage) {
  return () => {
    const feed = chat.feed.current;
    const message = selectedMessage(chat);
    if (feed === null || message === undefined) return false;
    run(message, feed, document.querySelector<HTMLElement>(`[data-message-id="${message.id}"]`));
    return true;
  };
}

/** The same, where the message can be changed. */
const onChangeable = (chat: ChatModel, run: OnMessage) =>
  onMessage(chat, (message, feed, row) => {
    if (isChangeable(chat.known, message)) run(message, feed, row);
  });

const openConversation = (view: View): Conversation | null =>
  view.kind === 'narrow' ? placeOfNarrow(view.narrow) : null;

/** The topic that keys are about: the one that is open, else that of the selected message. */
function onTopic(chat: ChatModel, view: View, run: (place: ChannelTopic) => void) {
  return () => {
    const message = selectedMessage(chat);
    const place =
      openConversation(view) ?? (message === undefined ? null : conversationOf(message, chat.session.user_id));
    if (place?.kind !== 'channel') return false;
    run(place);
    return true;
  };
}

/** Through the feed, and from it to another. */
function movingCommands(chat: ChatModel, names: Names, view: View): Handlers {
  const me = chat.session.user_id;
  return {
    next: inFeed(chat, (feed) => feed.step(1)),
    previous: inFeed(chat, (feed) => feed.step(-1)),
    'page-down': inFeed(chat, (feed) => feed.page(1)),
    'page-up': inFeed(chat, (feed) => feed.page(-1)),
    newest: inFeed(chat, (feed) => feed.toNewest()),
    oldest: inFeed(chat, (feed) => feed.toOldest()),
    'topic-or-channel': onTopic(chat, view, (place) =>
      goTo(
        openConversation(view) === null
          ? conversationAddress(place, names)
          : narrowAddress([{ operator: 'channel', operand: place.channelId }], names),
      ),
    ),
    near: onMessage(chat, (message) => goTo(conversationAddress(conversationOf(message, me), names, message.id))),
    'reply-sender': onMessage(chat, ({ sender_id: id }) =>
      goTo(conversationAddress({ kind: 'direct', userIds: [id] }, names)),
    ),
    card: onMessage(chat, ({ sender_id: id }) => goTo(`#user/${id}`)),
  };
}

/** What a reader does with a message or its topic, and nobody else sees. */
function readingCommands(chat: ChatModel, view: View): Handlers {
  return {
    'unread-from': onMessage(chat, (message) => {
      void told(chat.reading.markUnreadFrom(view.kind === 'narrow' ? view.narrow : [], message.id));
    }),
    'mute-topic': onTopic(chat, view, (place) => {
      const isMuted = isMutedConversation(chat.known, keyOf(place), place);
      void muteTopic(chat, place.channelId, place.topic, !isMuted);
    }),
    subscribe: onTopic(chat, view, ({ channelId }) => subscribe(chat, channelId)),
    fold: onMessage(chat, (message) => setFlag(message, 'collapsed', !message.flags.includes('collapsed'))),
    star: onMessage(chat, (message) => setFlag(message, 'starred', !message.flags.includes('starred'))),
    picture: onMessage(chat, (_message, _feed, row) => {
      const picture = row?.querySelector<HTMLElement>('[data-action="picture"]');
      if (picture !== null && picture !== undefined) openLightbox(picture);
    }),
    readers: onMessage(chat, ({ id }) => {
      if (chat.known.organization.realm.enable_read_receipts === true) openDialog({ kind: 'readers', id });
    }),
    history: onMessage(chat, (message) => {
      if (hasHistory(message)) openDialog({ kind: 'history', id: message.id });
    }),
    actions: onMessage(chat, (message, feed, row) => {
      if (row !== null) feed.actions.onMore(message, row);
    }),
  };
}

/** What is written about a message, and what is changed in one. */
function writingCommands(chat: ChatModel, names: Names, view: View): Handlers {
  return {
    quote: onMessage(chat, (message, feed) => feed.actions.onQuote?.(message)),
    forward: onMessage(chat, (message) => void forwardMessage(chat, names, message)),
    reply: onMessage(chat, (message, feed) => feed.actions.onReply(message)),
    'reply-mention': onMessage(chat, (message, feed) => {
      feed.actions.onReply(message);
      mention(chat, message);
    }),
    move: onMessage(chat, (message) => {
      const { id, type } = message;
      if (type === 'stream' && mayMove(chat.known, message, serverNow())) openDialog({ kind: 'move', id });
    }),
    edit: onMessage(chat, (message, feed) => edit(feed, message)),
    'edit-last': inFeed(chat, (feed) => {
      edit(feed, lastEditable(chat, view.kind === 'narrow' ? view.narrow : []));
    }),
  };
}

function edit({ actions }: FeedControl, message: Message | undefined): void {
  if (message !== undefined && actions.onEdit?.isAllowed(message) === true) actions.onEdit.run(message);
}

function reactionCommands(chat: ChatModel): Handlers {
  const react = (message: Message, emoji: Emoji, feed: FeedControl): void => {
    const { code, type } = emoji;
    const isOn = message.reactions.some(
      (each) => each.user_id === chat.session.user_id && each.emoji_code === code && each.reaction_type === type,
    );
    feed.actions.onReact(message, emoji, !isOn);
  };
  return {
    react: onChangeable(chat, (message, feed, row) => {
      if (row !== null) feed.actions.onPickReaction(message, row);
    }),
    'thumbs-up': onChangeable(chat, (message, feed) =>
      react(message, { name: '+1', code: '1f44d', type: 'unicode_emoji' }, feed),
    ),
    'first-reaction': onChangeable(chat, (message, feed) => {
      const [first] = message.reactions;
      if (first !== undefined)
        react(message, { name: first.emoji_name, code: first.emoji_code, type: first.reaction_type }, feed);
    }),
  };
}

/** Joins the channel, or leaves it; a private one only after a question, as nobody comes back by themselves. */
function subscribe(chat: ChatModel, channelId: number): void {
  const { channels, subscriptions } = chat.known.channels;
  const channel = channels.get(channelId);
  if (channel === undefined) return;
  if (!subscriptions.has(channelId)) {
    if (mayJoin(chat.known, channel)) void joinChannel(channelId);
  } else if (channel.invite_only) openDialog({ kind: 'leave-channel', channelId });
  else void leaveChannel(chat, channelId);
}
