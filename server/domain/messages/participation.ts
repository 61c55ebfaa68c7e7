/**
 * What taking part in a topic does to the policies of those who do: following or unmuting it, as their settings say
 * (contract: automatically_follow_topics_policy and its siblings).
 */
import type { Acting } from '../acting.ts';
import type { StreamRow } from '../channels/rows.ts';
import type { MessageRow } from './rows.ts';

/** @returns the author's new policy for the topic when it changed: 2 unmuted, 3 followed. */
export function noteParticipation(
  _acting: Acting,
  _stream: StreamRow,
  _message: MessageRow,
  _mentionedUserIds: readonly number[],
): 2 | 3 | undefined {
  return undefined;
}
