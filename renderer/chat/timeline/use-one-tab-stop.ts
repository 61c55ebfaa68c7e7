/** Tab stops once at the feed: at the message at hand, and then at the links and controls of its words. Arrows lead to the other messages. */
import { useLayoutEffect, type RefObject } from 'react';

const controls = 'a[href], button, input, summary, audio, video, [tabindex]';
/** What has a key, or an entry in the menu of the message. */
const withKeys = '.message-tools, .message-head';

/** @param isTabStop whether the row is the one at hand. @param isEdited its box is a form of its own, in which nothing is left out. */
export function useOneTabStop(row: RefObject<HTMLElement | null>, isTabStop: boolean, isEdited: boolean): void {
  // After a new rendering: message text is HTML, and tools appear with the pointer.
  useLayoutEffect(() => {
    if (isEdited) return;
    for (const control of row.current?.querySelectorAll<HTMLElement>(controls) ?? [])
      control.tabIndex = isTabStop && control.closest(withKeys) === null ? 0 : -1;
  });
}
