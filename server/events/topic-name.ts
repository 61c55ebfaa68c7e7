/** The empty topic, and its display name: what clients show, and read, that do not know it (contract: Message, `subject`). */

import { nameOf } from '../names.ts';

export const emptyTopicDisplayName = 'general chat';

/** The topic as it is sent to a client that may not know the empty topic. */
export const topicForClient = (topic: string, knowsEmptyTopic: boolean): string =>
  topic === '' && !knowsEmptyTopic ? emptyTopicDisplayName : topic;

/** The topic as people read it. */
export const topicForPeople = (topic: string): string => topicForClient(topic, false);

/** The topic that a request names, as it is stored: "(no topic)" and the display name of the empty topic are the empty topic. */
export function topicFromRequest(topic: string): string {
  const name = nameOf(topic);
  return name === '(no topic)' || name === emptyTopicDisplayName ? '' : name;
}
