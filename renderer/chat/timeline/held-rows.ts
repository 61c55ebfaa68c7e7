/**
 * Rows that stay on the page wherever the list is scrolled to: those around the focus, which would fall to the page without its
 * row and by which screen readers go on, and those that are being selected, which are copied whole.
 */
import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** As far as someone who hears the page goes on from the row that has the focus. */
const aroundFocus = 25;
/** More than anybody copies by hand. */
const mostSelected = 250;

/** First and last index. */
export type HeldRows = readonly [first: number, last: number];

/** @returns the indexes that are drawn, ascending: those of the screen and around it, and those that are held. */
export function withHeld(page: Range, held: readonly HeldRows[]): number[] {
  const indexes = new Set(defaultRangeExtractor(page));
  for (const [first, last] of held)
    for (let index = Math.max(0, first); index <= Math.min(last, page.count - 1); index += 1) indexes.add(index);
  return [...indexes].toSorted((a, b) => a - b);
}

/**
 * @param indexes by the keys of rows: the page may still have the rows of before, in other places.
 * @returns what is held in the list now.
 */
export function heldRows(scroller: HTMLElement | null, indexes: ReadonlyMap<string, number>): HeldRows[] {
  const indexOf = (node: Node | null): number => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const row = scroller?.contains(element) === true ? element?.closest<HTMLElement>('.feed-row') : null;
    return indexes.get(row?.dataset['key'] ?? '') ?? -1;
  };
  const held: HeldRows[] = [];
  const focused = indexOf(document.activeElement);
  if (focused !== -1) held.push([focused - aroundFocus, focused + aroundFocus]);
  const ends = selectionEnds()
    .map(indexOf)
    .filter((index) => index !== -1);
  const first = Math.min(...ends);
  if (ends.length > 0) held.push([first, Math.min(Math.max(...ends), first + mostSelected)]);
  return held;
}

/** Nodes at which the selection begins and ends; null = it may have changed. */
let knownEnds: readonly (Node | null)[] | null = null;
let isListening = false;

/**
 * Browsers lay the page out before they tell of a selection: asked for with every row that scrolls by, that took more time than
 * all else. So it is asked for when it has changed. @returns none where nothing is selected
 */
function selectionEnds(): readonly (Node | null)[] {
  if (!isListening) document.addEventListener('selectionchange', () => (knownEnds = null));
  isListening = true;
  if (knownEnds === null) {
    const selection = document.getSelection();
    knownEnds = selection === null || selection.isCollapsed ? [] : [selection.anchorNode, selection.focusNode];
  }
  return knownEnds;
}
