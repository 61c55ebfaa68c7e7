/** Actions on a topic or a direct message: the same wherever it is listed. */
import { useCallback } from 'react';
import { loadCode } from '../../client/lazy-part.ts';
import { hasRoomForMark, isResolved, withResolved } from '../../client/resolved-topics.ts';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import type { MenuEntry } from '../kit/menu-store.ts';
import { confirmed, offerUndo } from '../kit/notices.ts';
import { conversationAddress, filesAddress, type Names } from '../routing/address.ts';
import { narrowTo } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { mayDeleteAny, mayRenameTopics, mayResolveTopics } from '../store/permissions.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { isMutedConversation } from '../store/unread.ts';
import { untilKnown } from '../store/until-known.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { goTo, isShown } from '../store/use-view.ts';
import { menuOf, type Action } from './action.ts';
import { copyLink, renameTopic, setTopicPolicy } from './conversation-actions.ts';
import { personActions } from './person.ts';
import { markRead } from './reading.ts';

export type ChannelTopic = Extract<Conversation, { kind: 'channel' }>;

interface ConversationTarget {
  chat: ChatModel;
  names: Names;
  conversation: Conversation;
}

export interface TopicTarget extends ConversationTarget {
  conversation: ChannelTopic;
}

export const markAsRead: Action<ConversationTarget> = {
  id: 'read',
  label: () => t('Mark as read'),
  icon: 'checks',
  menu: 'own',
  isAllowed: ({ chat, conversation }) => chat.clientState.messages.unread.has(keyOf(conversation)),
  run: ({ chat, conversation }) => void markRead(chat, { conversations: [conversation] }),
};

const copyItsLink: Action<ConversationTarget> = {
  id: 'copy-link',
  label: () => t('Copy link'),
  icon: 'link',
  menu: 'own',
  run: ({ conversation, names }) => void copyLink(conversation, names),
};

/** Of a topic or a direct message. */
const showFiles: Action<ConversationTarget> = {
  id: 'files',
  label: () => t('Files'),
  icon: 'file',
  menu: 'own',
  run: ({ conversation, names }) => goTo(filesAddress(narrowTo(conversation), names)),
};

export const followTopic: Action<TopicTarget> = {
  id: 'follow-topic',
  label: (isOn) => (isOn ? t('Unfollow topic') : t('Follow topic')),
  icon: 'bell',
  menu: 'own',
  isOn: ({ chat, conversation }) => policyOf(chat, conversation) === topicPolicies.followed,
  run: ({ conversation: { channelId, topic } }, isOn) =>
    void confirmed(
      setTopicPolicy(channelId, topic, isOn ? topicPolicies.followed : topicPolicies.none),
      isOn ? t('Topic followed.') : t('Topic unfollowed.'),
    ),
};

export const muteTopic: Action<TopicTarget> = {
  id: 'mute-topic',
  label: (isOn) => (isOn ? t('Unmute topic') : t('Mute topic')),
  icon: 'muted',
  menu: 'own',
  key: { chords: ['Shift+M'], group: 'reading', label: () => t('Mute topic') },
  isOn: ({ chat, conversation }) => isMutedConversation(chat.clientState, keyOf(conversation), conversation),
  run: ({ chat, conversation }, isOn) => void mute(chat, conversation, isOn),
};

export const resolveTopic: Action<TopicTarget> = {
  id: 'resolve-topic',
  label: (isOn) => (isOn ? t('Mark as unresolved') : t('Mark as resolved')),
  icon: 'check',
  menu: 'everybody',
  isAllowed: (target) =>
    target.conversation.topic !== '' && mayResolveTopics(target.chat.clientState, channelOf(target)),
  refusal: ({ chat, conversation: { topic } }) =>
    hasRoomForMark(topic, chat.clientState.organization.limits.max_topic_length) ? null : t('Name too long'),
  isOn: ({ conversation }) => isResolved(conversation.topic),
  run: (target, isOn) => void resolve(target, isOn),
};

/** In the order of the menu: what concerns the reader alone, then what all see. */
export const topicActions: readonly Action<TopicTarget>[] = [
  markAsRead,
  followTopic,
  muteTopic,
  copyItsLink,
  showFiles,
  resolveTopic,
  {
    id: 'rename-topic',
    label: () => t('Rename topic'),
    icon: 'edit',
    menu: 'everybody',
    isAllowed: (target) => mayRenameTopics(target.chat.clientState, channelOf(target)),
    run: ({ conversation: { channelId, topic } }) => openDialog({ kind: 'rename-topic', channelId, topic }),
  },
  {
    id: 'delete-topic',
    label: () => t('Delete topic'),
    icon: 'delete',
    menu: 'everybody',
    isDanger: true,
    isAllowed: (target) => mayDeleteAny(target.chat.clientState, channelOf(target)),
    run: ({ chat, conversation }) =>
      void loadCode(() => import('./deleting.ts')).then((code) => code?.deleteWholeTopic(chat, conversation)),
  },
];

/** @returns a function that gives the menu of a conversation as it is now. */
export function useConversationMenu(): (conversation: Conversation) => MenuEntry[] {
  const chat = useChat();
  const names = useNames();
  return useCallback((conversation) => conversationMenu({ chat, names, conversation }), [chat, names]);
}

function conversationMenu({ chat, names, conversation }: ConversationTarget): MenuEntry[] {
  if (conversation.kind === 'channel') {
    const now = chat.moves.following(conversation);
    return menuOf(topicActions, () => ({ chat, names, conversation: now() }));
  }
  const entries = menuOf([markAsRead, copyItsLink, showFiles], () => ({ chat, names, conversation }));
  const [userId] = conversation.userIds;
  if (conversation.userIds.length > 1 || userId === undefined || userId === chat.clientState.me) return entries;
  return [...entries, 'line', ...menuOf(personActions, () => ({ chat, userId }))];
}

const channelOf = ({ chat, conversation }: TopicTarget) =>
  chat.clientState.channels.channels.get(conversation.channelId);

const policyOf = ({ clientState }: ChatModel, topic: ChannelTopic) =>
  clientState.channels.topicPolicies.get(keyOf(topic))?.visibility_policy ?? topicPolicies.none;

/** Mutes a topic, or hears it again, and offers the way back. */
async function mute(chat: ChatModel, topic: ChannelTopic, isOn: boolean): Promise<void> {
  const { channelId } = topic;
  const now = chat.moves.following(topic);
  const before = policyOf(chat, topic);
  // A topic of a muted channel is heard only by its own wish.
  const isChannelMuted = chat.clientState.channels.subscriptions.get(channelId)?.is_muted === true;
  const loud = isChannelMuted ? topicPolicies.unmuted : topicPolicies.none;
  const policy = isOn ? topicPolicies.muted : loud;
  if (!(await setTopicPolicy(channelId, topic.topic, policy))) return;
  await untilKnown(chat.state, () => policyOf(chat, topic) === policy);
  offerUndo(isOn ? t('Topic muted.') : t('Topic unmuted.'), {
    undo: () => void setTopicPolicy(now().channelId, now().topic, before),
  });
}

/** Marks a topic as resolved, or opens it again; a view that shows it goes along. */
async function resolve({ chat, names, conversation }: TopicTarget, isOn: boolean): Promise<void> {
  const { channelId, topic } = conversation;
  const name = withResolved(topic, isOn);
  const wasShown = isShown(chat, conversation);
  if ((await renameTopic(channelId, topic, name)) && wasShown)
    goTo(conversationAddress(inChannel(channelId, name), names), { replace: true });
}
