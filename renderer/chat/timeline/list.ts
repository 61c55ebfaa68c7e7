/** The virtual list as its parts hand it to each other. */
import type { Virtualizer } from '@tanstack/react-virtual';
import { keepsDrawn } from '../kit/stored-switch.ts';

export type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** Within so many pixels of the end, the list follows what comes. */
export const endThreshold = 80;

/** @returns how many rows their reader wants on the page, seen or not; 0 = as few as scrolling needs. */
export const rowsWanted = (): number => (keepsDrawn.store.getState().isOn ? 250 : 0);

/** @returns whether an element is scrolled to its end, or nearly. */
export function standsAtEnd({
  scrollHeight,
  scrollTop,
  clientHeight,
}: Pick<HTMLElement, 'scrollHeight' | 'scrollTop' | 'clientHeight'>): boolean {
  return scrollHeight - scrollTop - clientHeight <= endThreshold;
}
