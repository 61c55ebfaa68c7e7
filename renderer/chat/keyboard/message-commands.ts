/** Keys that are about the feed that is open, and about the message that is selected in it, its topic or its channel. */
import type { Conversation } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { runAction, type Action } from '../actions/action.ts';
import { channelActions } from '../actions/channel.ts';
import type { MessageTarget } from '../actions/message-target.ts';
import { messageActions } from '../actions/message.ts';
import { topicActions, type ChannelTopic } from '../actions/topic.ts';
import { editMessage, lastEditable } from '../actions/writing.ts';
import { middleOfWindow } from '../kit/menu-store.ts';
import { conversationAddress, narrowAddress, type Names, type View } from '../routing/address.ts';
import { conversationIn } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { FeedControl } from '../store/feed-control.ts';
import type { Message } from '../store/message.ts';
import { goTo } from '../store/use-view.ts';
import type { Handlers, PageCommand } from './key-map.ts';

export type FeedCommand = Extract<
  PageCommand,
  'next' | 'previous' | 'page-down' | 'page-up' | 'newest' | 'oldest' | 'topic-or-channel' | 'edit-last'
>;

export function messageCommands(chat: ChatModel, names: Names, view: View): Handlers {
  const narrow = view.kind === 'narrow' ? view.narrow : [];
  const target = (): MessageTarget | null => {
    const message = selectedMessage(chat);
    return message === undefined ? null : { chat, names, narrow, message, at: middleOfWindow(), button: null };
  };
  const topic = (): ChannelTopic | null => topicAtHand(chat, view);
  return {
    ...feedCommands(chat, names, view),
    ...actionCommands(messageActions, target),
    ...actionCommands(topicActions, () => {
      const conversation = topic();
      return conversation === null ? null : { chat, names, conversation };
    }),
    ...actionCommands(channelActions, () => {
      const { channelId } = topic() ?? {};
      return channelId === undefined ? null : { chat, names, channelId };
    }),
  };
}

/** The actions that have a key. @param targetNow null: there is nothing that they could be about, and the key is not ours. */
function actionCommands<T>(actions: readonly Action<T>[], targetNow: () => T | null): Handlers {
  return Object.fromEntries(
    actions
      .filter(({ key }) => key !== undefined)
      .map((action) => [
        action.id,
        () => {
          const target = targetNow();
          if (target !== null) runAction(action, target);
          return target !== null;
        },
      ]),
  );
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

const openConversation = (view: View): Conversation | null =>
  view.kind === 'narrow' ? conversationIn(view.narrow) : null;

/** The topic that keys are about: the one that is open, else that of the selected message. */
function topicAtHand(chat: ChatModel, view: View): ChannelTopic | null {
  const message = selectedMessage(chat);
  const conversation =
    openConversation(view) ?? (message === undefined ? null : conversationOf(message, chat.session.user_id));
  return conversation?.kind === 'channel' ? conversation : null;
}

/** Through the feed, and from it to another. */
function feedCommands(chat: ChatModel, names: Names, view: View): Record<FeedCommand, () => boolean> {
  return {
    next: inFeed(chat, (feed) => feed.step(1)),
    previous: inFeed(chat, (feed) => feed.step(-1)),
    'page-down': inFeed(chat, (feed) => feed.page(1)),
    'page-up': inFeed(chat, (feed) => feed.page(-1)),
    newest: inFeed(chat, (feed) => feed.toNewest()),
    oldest: inFeed(chat, (feed) => feed.toOldest()),
    'topic-or-channel'() {
      const topic = topicAtHand(chat, view);
      if (topic === null) return false;
      goTo(
        openConversation(view) === null
          ? conversationAddress(topic, names)
          : narrowAddress([{ operator: 'channel', operand: topic.channelId }], names),
      );
      return true;
    },
    'edit-last': inFeed(chat, () => {
      const message = lastEditable(chat, view.kind === 'narrow' ? view.narrow : []);
      if (message !== undefined) editMessage(chat, message);
    }),
  };
}
