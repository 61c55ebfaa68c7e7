/** What can be done with a topic, a direct message or a channel, as a menu: the same wherever it is listed. */
import { useCallback } from 'react';
import { hasRoomForMark, isResolved, withResolved } from '../../client/resolved-topics.ts';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import type { MenuEntry } from '../kit/menu-store.ts';
import { say } from '../kit/notices.ts';
import { conversationAddress, type Names } from '../routing/address.ts';
import type { ChatModel } from '../store/chat-model.ts';
import {
  mayAddPeople,
  mayAdministerChannel,
  mayDeleteAny,
  mayJoin,
  mayRenameTopics,
  mayResolveTopics,
} from '../store/permissions.ts';
import { topicPolicies } from '../store/topic-policies.ts';
import { isMutedConversation } from '../store/unread.ts';
import { untilKnown } from '../store/until-known.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';
import {
  chooseForChannel,
  copyLink,
  joinChannel,
  leaveChannel,
  muteUser,
  readConversation,
  readNarrow,
  renameTopic,
  setTopicPolicy,
} from './conversation-actions.ts';

/** @returns a function that gives the menu as it is now. */
export function useConversationMenu(): (conversation: Conversation) => MenuEntry[] {
  const chat = useChat();
  const names = useNames();
  return useCallback(
    (conversation) =>
      conversation.kind === 'channel' ? topicMenu(chat, names, conversation) : directMenu(chat, names, conversation),
    [chat, names],
  );
}

/** @returns a function that gives the menu of a channel as it is now. */
export function useChannelMenu(): (channelId: number) => MenuEntry[] {
  const chat = useChat();
  const names = useNames();
  return useCallback((channelId) => channelMenu(chat, names, channelId), [chat, names]);
}

/** Mutes a topic, or hears it again, and offers the way back. */
export async function muteTopic(chat: ChatModel, channelId: number, topic: string, isMuted: boolean): Promise<void> {
  const { channels } = chat.known;
  const place = { kind: 'channel', channelId, topic } as const;
  const now = chat.moves.following(place);
  const key = keyOf(place);
  const before = channels.topicPolicies.get(key)?.visibility_policy ?? topicPolicies.none;
  // A topic of a muted channel is heard only by its own wish.
  const loud = channels.subscriptions.get(channelId)?.is_muted === true ? topicPolicies.unmuted : topicPolicies.none;
  const policy = isMuted ? topicPolicies.muted : loud;
  if (!(await setTopicPolicy(channelId, topic, policy))) return;
  await untilKnown(
    chat.state,
    (known) => (known.channels.topicPolicies.get(key)?.visibility_policy ?? topicPolicies.none) === policy,
  );
  say(isMuted ? t('The topic is muted.') : t('The topic is not muted any more.'), {
    undo: { label: t('Undo'), run: () => void setTopicPolicy(now().channelId, now().topic, before) },
  });
}

/** Mutes a channel or unmutes it, says so once the page shows it, and offers Undo. */
async function muteChannel(chat: ChatModel, channelId: number, isMuted: boolean): Promise<void> {
  if (!(await chooseForChannel(channelId, 'is_muted', isMuted))) return;
  await untilKnown(
    chat.state,
    ({ channels }) => (channels.subscriptions.get(channelId)?.is_muted ?? isMuted) === isMuted,
  );
  say(isMuted ? t('The channel is muted.') : t('The channel is not muted any more.'), {
    undo: { label: t('Undo'), run: () => void chooseForChannel(channelId, 'is_muted', !isMuted) },
  });
}

/** Follows a topic, or no longer. */
export function followTopic(channelId: number, topic: string, isFollowed: boolean): Promise<boolean> {
  return setTopicPolicy(channelId, topic, isFollowed ? topicPolicies.followed : topicPolicies.none);
}

/** Marks a topic as resolved, or opens it again; whoever looks at it goes along. */
export async function resolveTopic(
  names: Names,
  channelId: number,
  topic: string,
  isMarked: boolean,
  isShown: boolean,
): Promise<void> {
  const name = withResolved(topic, isMarked);
  if ((await renameTopic(channelId, topic, name)) && isShown)
    goTo(conversationAddress(inChannel(channelId, name), names), { replace: true });
}

/** Whether the address shows this conversation. */
function isShownNow(conversation: Conversation, names: Names): boolean {
  return location.href.endsWith(conversationAddress(conversation, names));
}

function topicMenu(chat: ChatModel, names: Names, conversation: Extract<Conversation, { kind: 'channel' }>) {
  const { channelId, topic } = conversation;
  const { known } = chat;
  const now = chat.moves.following(conversation);
  const key = keyOf(conversation);
  const isMuted = isMutedConversation(known, key, conversation);
  const isFollowed = known.channels.topicPolicies.get(key)?.visibility_policy === topicPolicies.followed;
  const isMarked = isResolved(topic);
  const channel = known.channels.channels.get(channelId);
  const entries: MenuEntry[] = [
    ...readEntry(chat, conversation, now),
    {
      label: isFollowed ? t('Unfollow topic') : t('Follow topic'),
      icon: 'bell',
      onPick: () => void followTopic(now().channelId, now().topic, !isFollowed),
    },
    {
      label: isMuted ? t('Unmute topic') : t('Mute topic'),
      icon: 'muted',
      onPick: () => void muteTopic(chat, now().channelId, now().topic, !isMuted),
    },
    linkEntry(now, names),
  ];
  const changes: MenuEntry[] = [];
  if (mayResolveTopics(known, channel) && topic !== '')
    changes.push({
      label: isMarked ? t('Open topic again') : t('Mark as resolved'),
      icon: 'check',
      ...(!hasRoomForMark(topic, known.organization.limits.max_topic_length) && {
        isDisabled: true,
        note: t('Name too long'),
      }),
      onPick: () => void resolveTopic(names, now().channelId, now().topic, !isMarked, isShownNow(now(), names)),
    });
  if (mayRenameTopics(known, channel))
    changes.push({
      label: t('Rename topic'),
      icon: 'edit',
      onPick: () => openDialog({ kind: 'rename-topic', channelId: now().channelId, topic: now().topic }),
    });
  if (mayDeleteAny(known, channel))
    changes.push({
      label: t('Delete topic'),
      icon: 'delete',
      isDanger: true,
      onPick: () => openDialog({ kind: 'delete-topic', channelId: now().channelId, topic: now().topic }),
    });
  return changes.length === 0 ? entries : [...entries, 'line' as const, ...changes];
}

function directMenu(chat: ChatModel, names: Names, conversation: Extract<Conversation, { kind: 'direct' }>) {
  const [other] = conversation.userIds;
  const entries: MenuEntry[] = [
    ...readEntry(chat, conversation, () => conversation),
    linkEntry(() => conversation, names),
  ];
  if (conversation.userIds.length > 1 || other === undefined || other === chat.known.me) return entries;
  const isMuted = chat.known.own.mutedUsers.has(other);
  return [
    ...entries,
    'line' as const,
    { label: t('About this person'), icon: 'user' as const, onPick: () => goTo(`#user/${other}`) },
    {
      label: isMuted ? t('Unmute person') : t('Mute person'),
      icon: 'muted' as const,
      onPick: () => void muteUser(other, !isMuted),
    },
  ];
}

function readEntry(chat: ChatModel, conversation: Conversation, now: () => Conversation): MenuEntry[] {
  if (!chat.known.messages.unread.has(keyOf(conversation))) return [];
  return [{ label: t('Mark as read'), icon: 'checks', onPick: () => void readConversation(chat, now()) }];
}

const linkEntry = (place: () => Conversation | number, names: Names): MenuEntry => ({
  label: t('Copy link'),
  icon: 'link',
  onPick: () => void copyLink(place(), names),
});

function channelMenu(chat: ChatModel, names: Names, channelId: number): MenuEntry[] {
  const { known } = chat;
  const channel = known.channels.channels.get(channelId);
  if (channel === undefined) return [];
  const own = known.channels.subscriptions.get(channelId);
  const about: MenuEntry[] = [
    { label: t('All topics'), icon: 'feed', onPick: () => goTo(`#topics/channel/${channelId}`) },
    { label: t('About this channel'), icon: 'users', onPick: () => goTo(`#channels/${channelId}`) },
    ...(mayAddPeople(known, channel)
      ? [
          {
            label: t('Add people'),
            icon: 'user',
            onPick: () => openDialog({ kind: 'add-people', channelId }),
          } as const,
        ]
      : []),
    linkEntry(() => channelId, names),
  ];
  const change: MenuEntry[] = mayAdministerChannel(known, channel)
    ? [
        {
          label: t('Name and description'),
          icon: 'edit',
          onPick: () => openDialog({ kind: 'edit-channel', channelId }),
        },
      ]
    : [];
  if (own === undefined)
    return [
      ...(mayJoin(known, channel)
        ? [{ label: t('Join channel'), icon: 'plus', onPick: () => void joinChannel(channelId) } as const]
        : []),
      ...about,
      ...change,
    ];
  const hasUnread = [...known.messages.unread.values()].some(
    ({ conversation }) => conversation.kind === 'channel' && conversation.channelId === channelId,
  );
  return [
    ...(hasUnread
      ? [
          {
            label: t('Mark channel as read'),
            icon: 'checks',
            onPick: () => void readNarrow(chat, [{ operator: 'channel', operand: channelId }]),
          } as const,
        ]
      : []),
    {
      label: own.pin_to_top ? t('Unpin channel') : t('Pin to top'),
      icon: 'star',
      onPick: () => void chooseForChannel(channelId, 'pin_to_top', !own.pin_to_top),
    },
    {
      label: own.is_muted ? t('Unmute channel') : t('Mute channel'),
      icon: 'muted',
      onPick: () => void muteChannel(chat, channelId, !own.is_muted),
    },
    {
      label: t('Notifications'),
      icon: 'bell',
      onPick: () => openDialog({ kind: 'channel-notifications', channelId }),
    },
    ...about,
    ...change,
    'line',
    {
      label: t('Leave channel'),
      icon: 'back',
      isDanger: true,
      onPick() {
        // Back into a private channel leads only somebody who is in it.
        if (known.channels.channels.get(channelId)?.invite_only !== false)
          openDialog({ kind: 'leave-channel', channelId });
        else void leaveChannel(chat, channelId);
      },
    },
  ];
}
