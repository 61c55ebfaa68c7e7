/** Up and down lead from row to row of a list, as j and k do; what is a row carries `data-row`. */

import { useEffect, type RefObject } from 'react';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** @returns whether there was a row to go to. */
function focusRow(within: ParentNode, from: Element | null, step: 1 | -1): boolean {
  const rows = [...within.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === from || row.closest('.item')?.contains(from) === true);
  const next = at === -1 ? rows.at(step === 1 ? 0 : -1) : rows[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}

/** Keys lead through the rows in this element, wherever on the page the focus is but in a field, a menu or a dialog. */
export function useRowKeys(within: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = steps[event.key];
      if (step === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (isElsewhere(event.target) || within.current === null) return;
      if (focusRow(within.current, document.activeElement, step)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [within]);
}

/** Whether keys belong to something that floats, or into which one writes. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, dialog, [role="menu"], [contenteditable]') !== null;
