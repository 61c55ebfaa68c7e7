/** Topics that are settled: a mark stands before their name, and takes room of it. */

/** What stands before the name of a topic that is resolved. */
const resolvedMark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark);

/** The name of a topic after it is resolved, or after it is open again. */
export function withResolved(topic: string, isMarked: boolean): string {
  const bare = isResolved(topic) ? topic.slice(resolvedMark.length) : topic;
  return isMarked ? `${resolvedMark}${bare}` : bare;
}

/** Whether a topic that is resolved would still be as short as names have to be. @param longest characters (`max_topic_length`) */
export const hasRoomForMark = (topic: string, longest: number): boolean =>
  [...withResolved(topic, true)].length <= longest;
