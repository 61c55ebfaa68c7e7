/** Width check of a table. Where it has none its rows are cards (cards.module.css). */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { projectorScale, useProjector } from './projector-mode.ts';

/** Phones and tablets, in CSS pixels. Between this and what it needs a table scrolls sideways. */
const narrowBelow = 580;

interface Cards {
  /** Of the element whose width is the table's room. */
  box: RefObject<HTMLDivElement | null>;
  isCards: boolean;
}

/** In projector mode nothing may be out of sight: a user who looks on cannot scroll. @param minWidth of the table, with text of the usual size. */
export function useCards(minWidth: number): Cards {
  const { isOn } = useProjector();
  const box = useRef<HTMLDivElement>(null);
  const [isCards, setCards] = useState(false);
  const limit = isOn ? Math.max(narrowBelow, minWidth * projectorScale) : narrowBelow;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = (): void => setCards(element.clientWidth < limit);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [limit]);
  return { box, isCards };
}
