/** Depth of the history, so that a phone's way back leads there and never out of the chat. */
import { closeDialog } from '../kit/dialog-store.ts';
import { closeFloating } from '../kit/open-slot.ts';

/** How many views of the chat lie before this one: kept with each entry of the browser's history, which says no such thing itself. */
let depth = depthHere() ?? keepDepth(0);

/** What the views of this visit keep for a way back to them, by their depth. */
const entries = new Map<number, EntryState>();

/** What a view keeps with its entry of the history: where it is scrolled to, and what was chosen in it. */
export interface EntryState {
  top: number;
  readonly choices: Map<string, unknown>;
}

/** @returns what the present entry keeps: empty at the first visit, as it was left after Back, also when the page was loaded again. */
export function entryState(): EntryState {
  const here = entries.get(depth) ?? (stateHere()['kept'] as EntryState | undefined) ?? { top: 0, choices: new Map() };
  entries.set(depth, here);
  return here;
}

/** Stores what the present entry keeps with the browser's own entry, which outlives the page. */
export function storeEntry(): void {
  history.replaceState({ ...stateHere(), kept: entryState() }, '');
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
  if (depth !== before) closeFloating();
  // A dialog that is open over a view closes with it, by Back and by Forward; one that opens with a new view stays.
  if (known !== undefined && depth !== before) closeDialog();
}

/** @returns undefined for an entry that is new. */
function depthHere(): number | undefined {
  const { depth: here } = stateHere();
  return typeof here === 'number' ? here : undefined;
}

function stateHere(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null ? { ...state } : {};
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
