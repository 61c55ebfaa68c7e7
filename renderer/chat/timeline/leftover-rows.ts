/**
 * Rows that have left the list and are still on the page, until React has drawn the change: a frame or two while it is scrolled
 * fast. The library places only rows that are in the list; when those above them turn out to be higher, these would stand still
 * among the others, and be seen where they do not belong.
 */
import type { List } from './list.ts';

/** Rows that were moved; asking each for its style took longer than all the rest. */
const moved = new WeakSet<HTMLElement>();

/** Puts each such row where it stands in the list now. To be called whenever the library may have placed the others. */
export function leadLeftovers(list: List): void {
  const drawn = list.getVirtualItems();
  const inList = new Set(drawn.map(({ key }) => key));
  const [first] = drawn;
  // While a fling on an iPhone owns the place, the library shows all rows moved by what it owes them.
  const owed = first === undefined ? 0 : first.start - (list.measurementsCache[first.index]?.start ?? first.start);
  for (const [key, element] of list.elementsCache) {
    if (inList.has(key) && !moved.has(element)) continue;
    const place = inList.has(key) ? undefined : list.measurementsCache[Number(element.dataset['index'])];
    const by = place?.key === key ? place.start + owed - Number.parseFloat(element.style.top) : 0;
    // The library writes `top`, and only what differs from what it wrote before.
    const translate = by === 0 ? '' : `0 ${by}px`;
    if (element.style.translate !== translate) element.style.translate = translate;
    if (by === 0) moved.delete(element);
    else moved.add(element);
  }
}
