/** Changes of the reader's own flags that are on their way: a list made of flags is asked for after them, or it would show the old ones. */

/** A request without an answer holds up no list for longer. */
const longestMs = 20_000;
const underWay = new Set<Promise<unknown>>();

/** Notes a request that changes flags. @returns it. */
export function changingFlags<T>(asked: Promise<T>): Promise<T> {
  const settled = asked
    .catch(() => undefined)
    .finally(() => {
      underWay.delete(settled);
    });
  underWay.add(settled);
  return asked;
}

/** Settles once the server has answered all changes so far, or is given up. */
export async function flagsChanged(): Promise<void> {
  if (underWay.size === 0) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([Promise.all(underWay), tooLong]);
  clearTimeout(timer);
}
