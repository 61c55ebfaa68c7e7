/** The empty topic, and its display name: what clients show, and read, that do not know it (contract: Message, `subject`). */

export const emptyTopicDisplayName = 'general chat';

/** The topic as it is sent to a client that may not know the empty topic. */
export const topicForClient = (topic: string, knowsEmptyTopic: boolean): string =>
  topic === '' && !knowsEmptyTopic ? emptyTopicDisplayName : topic;

/** The topic as people read it. */
export const topicForPeople = (topic: string): string => topicForClient(topic, false);

/** The topic as a request names it: the display name of the empty topic is the empty topic. */
export const topicFromRequest = (topic: string): string => (topic === emptyTopicDisplayName ? '' : topic);
