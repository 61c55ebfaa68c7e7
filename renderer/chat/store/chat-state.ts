/** Chat state besides messages, and its selectors. Pure. */
import type { Connection } from '../../client/event-queue.ts';
import { inChannel, keyOf, type Conversation } from '../../client/state/conversation.ts';
import type { ClientState } from '../../client/state/state.ts';
import type { MatchContext } from '../routing/local-match.ts';
import { topicPolicies } from './topic-policies.ts';

export interface ChatState {
  /** null until the first registration. */
  clientState: ClientState | null;
  connection: Connection;
  /** Since when the server does not answer, in milliseconds since 1970; null while it does. */
  lostSince: number | null;
  /** Keys that messages had in the outbox of this page, by their id: their rows keep them. */
  outboxKeys: ReadonlyMap<number, string>;
  /** Where a conversation went that was renamed, resolved or moved while it was open: the newest of them. */
  moved: { from: Conversation; to: Conversation; byUserId: number | null } | null;
  /** How often the chat registered: with each of them what was read without events may be old. */
  registrations: number;
  /** How often other data came to answer under this address: a reset, or a backup. */
  replacements: number;
}

/** Who this is in which organization: not the id alone, which another organization may have given to someone else. */
export function homeOf({ me, users }: ClientState): string {
  return `${me} ${users.users.get(me)?.date_joined ?? ''}`;
}

/** @returns what the reader's own settings say of conversations, for matching messages with narrows. */
export function matchContextOf(clientState: ClientState | null, ownId: number): MatchContext {
  const policy = (channelId: number, topic: string): number | undefined =>
    clientState?.channels.topicPolicies.get(keyOf(inChannel(channelId, topic)))?.visibility_policy;
  return {
    ownId,
    isFollowed: (channelId, topic) => policy(channelId, topic) === topicPolicies.followed,
    isMuted(channelId, topic) {
      const own = policy(channelId, topic);
      if (own !== undefined) return own === topicPolicies.muted;
      return clientState?.channels.subscriptions.get(channelId)?.is_muted === true;
    },
  };
}
