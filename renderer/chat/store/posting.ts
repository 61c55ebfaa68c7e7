/** Posting permission in a conversation, with the reason: the reason stands where the box would. Pure. */
import type { Conversation } from '../../client/state/conversation.ts';
import { keyOf } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import { writersIn } from '../../client/state/users.ts';
import { isInGroup, mayRead, topicsPolicyOf } from './permissions.ts';

export type NoPosting =
  | {
      kind:
        | 'gone-channel'
        | 'archived'
        | 'no-right'
        | 'no-topics'
        | 'topic-needed'
        | 'no-start'
        | 'no-direct'
        | 'nobody';
    }
  | { kind: 'gone-person'; name: string };

type Needed = Pick<ClientState, 'me' | 'users' | 'groups' | 'channels' | 'messages' | 'organization'>;

/** @returns null where one may. */
export function whyNoPosting(clientState: Needed, conversation: Conversation): NoPosting | null {
  if (conversation.kind === 'direct') return whyNoDirect(clientState, conversation.userIds);
  const { channelId, topic } = conversation;
  const why = whyNoPostingIn(clientState, channelId);
  if (why !== null) return why;
  const policy = topicsPolicyOf(clientState, clientState.channels.channels.get(channelId));
  if (policy === 'empty_topic_only' && topic !== '') return { kind: 'no-topics' };
  return policy === 'disable_empty_topic' && topic === '' ? { kind: 'topic-needed' } : null;
}

/** As `whyNoPosting`, for any topic of a channel. */
export function whyNoPostingIn(known: Needed, channelId: number): NoPosting | null {
  const { me, groups } = known;
  const channel = known.channels.channels.get(channelId);
  if (channel === undefined) return { kind: 'gone-channel' };
  if (channel.is_archived) return { kind: 'archived' };
  const isWriter = isInGroup(groups, channel.can_send_message_group, me) && mayRead(known, channel);
  return isWriter ? null : { kind: 'no-right' };
}

function whyNoDirect(
  { me, users, groups, messages, organization }: Needed,
  userIds: readonly number[],
): NoPosting | null {
  const others = userIds.filter((id) => id !== me).map((id) => writersIn(users).get(id));
  if (others.includes(undefined)) return { kind: 'nobody' };
  const gone = others.find((user) => user?.is_active === false);
  if (gone !== undefined) return { kind: 'gone-person', name: gone.full_name };
  if (others.every((user) => user?.is_bot === true)) return null;
  const { direct_message_permission_group: permitted, direct_message_initiator_group: starters } = organization.realm;
  if (![me, ...userIds].some((id) => isInGroup(groups, permitted, id))) return { kind: 'no-direct' };
  const hasBegun = messages.recentDirect.has(keyOf({ kind: 'direct', userIds }));
  return hasBegun || isInGroup(groups, starters, me) ? null : { kind: 'no-start' };
}
