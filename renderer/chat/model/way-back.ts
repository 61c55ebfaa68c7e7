/** Where one came from, so that a phone's way back leads there and never out of the chat. */
import { closeDialog } from '../floating/dialog-store.ts';

/** How many views of the chat lie before this one: kept with each entry of the browser's history, which says no such thing itself. */
let depth = depthHere() ?? keepDepth(0);

addEventListener('hashchange', () => {
  const before = depth;
  depth = depthHere() ?? keepDepth(before + 1);
  // What stands over a view goes with it.
  if (depth < before) closeDialog();
});

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
