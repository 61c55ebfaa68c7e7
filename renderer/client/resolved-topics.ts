/** Topics that are settled: a mark stands before their name, and takes room of it. */

/** What stands before the name of a topic that is resolved. */
const resolvedMark = '✔ ';

export const isResolved = (topic: string): boolean => topic.startsWith(resolvedMark);

/** @param name of a topic, or of a destination as in "#general › ✔ lunch". @returns what is before the mark and behind it; the name where it has none. */
export function splitAtMark(name: string): [before: string, after?: string] {
  const at = isResolved(name) ? 0 : name.indexOf(`› ${resolvedMark}`);
  if (at < 0) return [name];
  const start = at === 0 ? 0 : at + '› '.length;
  return [name.slice(0, start), name.slice(start + resolvedMark.length)];
}

/** The name of a topic after it is resolved, or after it is open again. */
export function withResolved(topic: string, isMarked: boolean): string {
  const bare = isResolved(topic) ? topic.slice(resolvedMark.length) : topic;
  return isMarked ? `${resolvedMark}${bare}` : bare;
}

/** Whether a topic that is resolved would still be as short as names have to be. @param longest characters (`max_topic_length`) */
export const hasRoomForMark = (topic: string, longest: number): boolean =>
  [...withResolved(topic, true)].length <= longest;
