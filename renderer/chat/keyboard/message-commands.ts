/** Keys that are about the messages of the feed that is open, and the one that is selected in it. */
import { conversationOf } from '../../client/state/messages.ts';
import { forwardMessage, mention } from '../composer/message-writing.ts';
import { openDialog } from '../floating/dialog-store.ts';
import { told } from '../floating/notices.ts';
import { muteTopic } from '../menus/conversation-menu.ts';
import { joinChannel, leaveChannel } from '../model/conversation-actions.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { FeedControl } from '../model/feed-control.ts';
import { hasHistory, type Message, type Reaction } from '../model/message.ts';
import { isMutedConversation } from '../model/unread.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { goTo } from '../model/use-view.ts';
import { conversationAddress, narrowAddress, type Names, type View } from '../narrow/address.ts';
import { conversationOf as placeOfNarrow, narrowKey } from '../narrow/narrow.ts';
import { openLightbox } from '../views/lightbox-store.ts';
import { setFlag } from '../views/message-menu.ts';
import type { Handlers } from './key-map.ts';

type OnMessage = (message: Message, feed: FeedControl, row: HTMLElement | null) => void;

export function messageCommands(chat: ChatModel, names: Names, view: View): Handlers {
  const me = chat.session.user_id;
  const inFeed = (run: (feed: FeedControl) => void) => () => {
    const feed = chat.feed.current;
    if (feed !== null) run(feed);
    return feed !== null;
  };
  const onMessage = (run: OnMessage) => () => {
    const feed = chat.feed.current;
    const id = feed?.selectedId() ?? null;
    const message = id === null ? undefined : chat.messages.get(id);
    if (feed === null || message === undefined) return false;
    run(message, feed, document.querySelector<HTMLElement>(`[data-message-id="${message.id}"]`));
    return true;
  };
  const open = view.kind === 'narrow' ? placeOfNarrow(view.narrow) : null;
  /** The topic that keys are about: the one that is open, else that of the selected message. */
  const onTopic = (run: (place: Extract<Conversation, { kind: 'channel' }>) => void) => () => {
    const id = chat.feed.current?.selectedId() ?? null;
    const message = id === null ? undefined : chat.messages.get(id);
    const place = open ?? (message === undefined ? null : conversationOf(message, me));
    if (place?.kind !== 'channel') return false;
    run(place);
    return true;
  };
  const react = (
    message: Message,
    { code, name, type }: { code: string; name: string; type: Reaction['reaction_type'] },
    feed: FeedControl,
  ) => {
    const isOn = message.reactions.some(
      (each) => each.user_id === me && each.emoji_code === code && each.reaction_type === type,
    );
    feed.actions.onReact(message, { name, code, type }, !isOn);
  };
  return {
    next: inFeed((feed) => feed.step(1)),
    previous: inFeed((feed) => feed.step(-1)),
    'page-down': inFeed((feed) => feed.page(1)),
    'page-up': inFeed((feed) => feed.page(-1)),
    newest: inFeed((feed) => feed.toNewest()),
    oldest: inFeed((feed) => feed.toOldest()),
    'topic-or-channel': onTopic((place) =>
      goTo(
        open === null
          ? conversationAddress(place, names)
          : narrowAddress([{ operator: 'channel', operand: place.channelId }], names),
      ),
    ),
    near: onMessage((message) => goTo(conversationAddress(conversationOf(message, me), names, message.id))),
    'unread-from': onMessage((message) => {
      void told(chat.reading.markUnreadFrom(view.kind === 'narrow' ? view.narrow : [], message.id));
    }),
    'mute-topic': onTopic((place) => {
      const isMuted = isMutedConversation(chat.known, keyOf(place), place);
      void muteTopic(chat, place.channelId, place.topic, !isMuted);
    }),
    subscribe: onTopic(({ channelId }) => subscribe(chat, channelId)),
    move: onMessage(({ id, type }) => {
      if (type === 'stream') openDialog({ kind: 'move', id });
    }),
    fold: onMessage((message) => setFlag(message, 'collapsed', !message.flags.includes('collapsed'))),
    picture: onMessage((_message, _feed, row) => {
      const picture = row?.querySelector<HTMLElement>('[data-action="picture"]');
      if (picture !== null && picture !== undefined) openLightbox(picture);
    }),
    readers: onMessage(({ id }) => {
      if (chat.known.organization.realm.enable_read_receipts === true) openDialog({ kind: 'readers', id });
    }),
    history: onMessage((message) => {
      if (hasHistory(message)) openDialog({ kind: 'history', id: message.id });
    }),
    quote: onMessage((message, feed) => feed.actions.onQuote?.(message)),
    forward: onMessage((message) => void forwardMessage(chat, names, message)),
    'reply-mention': onMessage((message, feed) => {
      feed.actions.onReply(message);
      mention(chat, message);
    }),
    edit: onMessage((message, feed) => {
      if (feed.actions.onEdit?.isAllowed(message) === true) feed.actions.onEdit.run(message);
    }),
    'edit-last': inFeed((feed) => {
      const ids = chat.windows.get(narrowKey(view.kind === 'narrow' ? view.narrow : []))?.ids ?? [];
      const last = ids.map((id) => chat.messages.get(id)).findLast((message) => message?.sender_id === me);
      if (last !== undefined && feed.actions.onEdit?.isAllowed(last) === true) feed.actions.onEdit.run(last);
    }),
    reply: onMessage((message, feed) => feed.actions.onReply(message)),
    'reply-sender': onMessage(({ sender_id: id }) =>
      goTo(conversationAddress({ kind: 'direct', userIds: [id] }, names)),
    ),
    actions: onMessage((message, feed, row) => {
      if (row !== null) feed.actions.onMore(message, row);
    }),
    card: onMessage(({ sender_id: id }) => goTo(`#user/${id}`)),
    react: onMessage((message, feed, row) => {
      if (row !== null) feed.actions.onPickReaction(message, row);
    }),
    'thumbs-up': onMessage((message, feed) =>
      react(message, { name: '+1', code: '1f44d', type: 'unicode_emoji' }, feed),
    ),
    'first-reaction': onMessage((message, feed) => {
      const [first] = message.reactions;
      if (first !== undefined)
        react(message, { name: first.emoji_name, code: first.emoji_code, type: first.reaction_type }, feed);
    }),
    star: onMessage((message) => setFlag(message, 'starred', !message.flags.includes('starred'))),
  };
}

/** Joins the channel, or leaves it; a private one only after a question, as nobody comes back by themselves. */
function subscribe(chat: ChatModel, channelId: number): void {
  const { channels, subscriptions } = chat.known.channels;
  const channel = channels.get(channelId);
  if (channel === undefined) return;
  if (!subscriptions.has(channelId)) void joinChannel(channel.name);
  else if (channel.invite_only) openDialog({ kind: 'leave-channel', channelId });
  else void leaveChannel(channel.name);
}
