/** Progress of the server's search index, by the header `Search-Index` of the newest search. */

let percent: number | null = null;
const listeners = new Set<() => void>();

/** Answers without a search say nothing of it. */
export function noteSearchIndex({ headers }: Response): void {
  const state = headers.get('search-index');
  if (state === null) return;
  const [, built, total] = /built=(\d+); total=(\d+)/.exec(state) ?? [];
  const next = built === undefined ? null : Math.floor((100 * Number(built)) / Math.max(1, Number(total)));
  if (next === percent) return;
  percent = next;
  for (const listener of listeners) listener();
}

/** @returns percent of the messages that search finds; null for all. */
export const indexedPercent = (): number | null => percent;

/** @returns a function that ends the listening. */
export function onIndexProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
