/** Where one came from, so that a phone's way back leads there and never out of the chat. */
import { closeDialog } from '../floating/dialog-store.ts';

const visited: string[] = [];

const here = (): string => location.href;

addEventListener('hashchange', () => {
  // The browser's own way back came to where one was before.
  if (visited.at(-2) === here()) {
    visited.pop();
    // What stands over a view goes with it.
    closeDialog();
  } else visited.push(here());
});
visited.push(here());

/** The address was replaced by another: where one came from stays. */
export function noteReplaced(): void {
  visited[visited.length - 1] = here();
}

/** Goes back to the view before this one; to the inbox where there is none. */
export function goBack(): void {
  if (visited.length > 1) history.back();
  else location.hash = '#inbox';
}
