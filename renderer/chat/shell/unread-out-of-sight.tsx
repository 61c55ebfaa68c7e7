/** Unread hint above or below the visible part of a list; a click scrolls to the nearest. */
import { useEffect, useState, type RefObject } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';

interface Span {
  top: number;
  bottom: number;
}

/** Rows that are wholly out of sight: the nearest above and below, by their place in the list; -1 = none. */
export function nearestOutOfSight(rows: readonly Span[], view: Span): { above: number; below: number } {
  return {
    above: rows.findLastIndex(({ bottom }) => bottom <= view.top),
    below: rows.findIndex(({ top }) => top >= view.bottom),
  };
}

const unreadIn = (list: HTMLElement): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('.side-item .side-row.is-unread'),
];

interface Nearest {
  above: HTMLElement | null;
  below: HTMLElement | null;
}

const none: Nearest = { above: null, below: null };

/** Looks again when the list is scrolled, changes its size, or has other rows. */
function useOutOfSight(list: RefObject<HTMLElement | null>): Nearest {
  const [nearest, setNearest] = useState(none);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const rows = unreadIn(element);
      const boxes = rows.map((row) => row.getBoundingClientRect());
      const at = nearestOutOfSight(boxes, element.getBoundingClientRect());
      const next = { above: rows[at.above] ?? null, below: rows[at.below] ?? null };
      setNearest((before) => (before.above === next.above && before.below === next.below ? before : next));
    };
    const soon = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    soon();
    element.addEventListener('scroll', soon, { passive: true });
    const sizes = new ResizeObserver(soon);
    sizes.observe(element);
    const rows = new MutationObserver(soon);
    rows.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['class'] });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('scroll', soon);
      sizes.disconnect();
      rows.disconnect();
    };
  }, [list]);
  return nearest;
}

export function UnreadOutOfSight({ list }: { list: RefObject<HTMLElement | null> }) {
  const { above, below } = useOutOfSight(list);
  const show = (row: HTMLElement): void => row.scrollIntoView({ block: 'center' });
  return (
    <>
      {above !== null && (
        <button type="button" className="more-unread is-above" onClick={() => show(above)}>
          <LineIcon name="down" size={15} />
          {t('More unread above')}
        </button>
      )}
      {below !== null && (
        <button type="button" className="more-unread is-below" onClick={() => show(below)}>
          <LineIcon name="down" size={15} />
          {t('More unread below')}
        </button>
      )}
    </>
  );
}
