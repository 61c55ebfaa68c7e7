/** Conversations: a topic of a channel, or some people. Each has one key, by which everything about it is kept. */

export type Conversation =
  | { readonly kind: 'channel'; readonly channelId: number; readonly topic: string }
  /** The others; oneself for notes to oneself. */
  | { readonly kind: 'direct'; readonly userIds: readonly number[] };

/** "5 lunch", or "dm 7,9". */
export type ConversationKey = string;

export const inChannel = (channelId: number, topic: string): Conversation => ({ kind: 'channel', channelId, topic });

/** @param userIds of everyone in it, with or without oneself. */
export function direct(userIds: readonly number[], me: number): Conversation {
  const others = [...new Set(userIds)].filter((id) => id !== me).toSorted((a, b) => a - b);
  return { kind: 'direct', userIds: others.length === 0 ? [me] : others };
}

/** @returns the name of a topic as the server stores what was typed: composed, and with single spaces. */
export const topicNamed = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll(/\p{Zs}+/gu, ' ')
    .trim();

/** @returns a key under which topics are one that differ only in capitals, spaces or composition. */
export const topicKey = (topic: string): string => topicNamed(topic.toLowerCase());

/** One for topics with one `topicKey`. */
export function keyOf(conversation: Conversation): ConversationKey {
  return conversation.kind === 'channel'
    ? `${conversation.channelId} ${topicKey(conversation.topic)}`
    : `dm ${conversation.userIds.join(',')}`;
}
