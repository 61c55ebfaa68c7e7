/** Narrow match of a message, as far as the client can decide it (get-messages, `narrow`). */
import { isResolved } from '../../client/resolved-topics.ts';
import { topicKey } from '../../client/state/conversation.ts';
import { othersIn, type Narrow, type Term } from './narrow.ts';

/** What must be known of a message. */
export interface Matchable {
  type: 'stream' | 'private';
  senderId: number;
  channelId: number | undefined;
  topic: string;
  /** Everyone in a direct message. */
  userIds: readonly number[];
  flags: readonly string[];
}

/** What the reader's own settings say of a conversation. */
export interface MatchContext {
  ownId: number;
  isFollowed: (channelId: number, topic: string) => boolean;
  isMuted: (channelId: number, topic: string) => boolean;
}

/** @returns null where only the server knows. */
export function matchesLocally(message: Matchable, narrow: Narrow, context: MatchContext): boolean | null {
  let isSure = true;
  for (const term of narrow) {
    const matches = matchesTerm(message, term, context);
    if (matches === null) isSure = false;
    else if (matches === (term.negated === true)) return false;
  }
  return isSure ? true : null;
}

function matchesTerm(message: Matchable, { operator, operand }: Term, context: MatchContext): boolean | null {
  const isDirect = message.type === 'private';
  switch (operator) {
    case 'channel':
      return typeof operand === 'number' ? message.channelId === operand : null;
    case 'topic':
      return !isDirect && topicKey(message.topic) === topicKey(String(operand));
    case 'dm':
      return Array.isArray(operand)
        ? isDirect && othersIn(message.userIds, context.ownId).join() === (operand as readonly number[]).join()
        : null;
    case 'dm-including':
      return Array.isArray(operand)
        ? isDirect && (operand as readonly number[]).every((id) => message.userIds.includes(id))
        : null;
    case 'sender':
      return typeof operand === 'number' ? message.senderId === operand : null;
    case 'is':
      return matchesIs(message, String(operand), context);
    default:
      return null;
  }
}

function matchesIs(message: Matchable, what: string, { isFollowed, isMuted }: MatchContext): boolean | null {
  const { channelId, topic, flags } = message;
  switch (what) {
    case 'dm':
    case 'private':
      return message.type === 'private';
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
      return flags.some((flag) => flag.includes('mentioned'));
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'resolved':
      return channelId !== undefined && isResolved(topic);
    case 'followed':
      return channelId !== undefined && isFollowed(channelId, topic);
    case 'muted':
      return channelId !== undefined && isMuted(channelId, topic);
    default:
      return null;
  }
}
