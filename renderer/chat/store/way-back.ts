/** Where one came from, so that a phone's way back leads there and never out of the chat. */
import { closeDialog } from '../kit/dialog-store.ts';

/** How many views of the chat lie before this one: kept with each entry of the browser's history, which says no such thing itself. */
let depth = depthHere() ?? keepDepth(0);

/** What the views of this visit keep for a way back to them, by their depth. */
const entries = new Map<number, EntryState>();

/** What a view keeps with its entry of the history: where it is scrolled to, and what was chosen in it. */
export interface EntryState {
  top: number;
  readonly choices: Map<string, unknown>;
}

/** @returns what the present entry keeps: empty at the first visit, as it was left after Back. */
export function entryState(): EntryState {
  const here = entries.get(depth) ?? { top: 0, choices: new Map() };
  entries.set(depth, here);
  return here;
}

// Browsers fire both for another fragment: whichever comes first counts, before any view reads its entry.
addEventListener('popstate', arrive);
addEventListener('hashchange', arrive);

function arrive(): void {
  const before = depth;
  const known = depthHere();
  // A new entry takes the place of those that lay ahead.
  if (known === undefined) for (const each of entries.keys()) if (each > before) entries.delete(each);
  depth = known ?? keepDepth(before + 1);
  // A dialog that is open over a view closes with it.
  if (depth < before) closeDialog();
}

/** @returns undefined for an entry that is new. */
function depthHere(): number | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('depth' in state)) return undefined;
  return typeof state.depth === 'number' ? state.depth : undefined;
}

function keepDepth(kept: number): number {
  history.replaceState({ depth: kept }, '');
  return kept;
}

/** Goes back to the view before this one; to the inbox where there is none. */
export function goBack(): void {
  if (depth > 0) history.back();
  else location.hash = '#inbox';
}
