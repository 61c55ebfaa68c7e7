/**
 * Gives the focus back when a dialog or panel goes: to what opened it, else to what had it on the page before, else to the
 * screen's heading. Whoever works by keyboard would start again from the top of the page.
 */
import { useEffect, useState } from 'react';

/** Had the focus last, of what stands on the page itself. */
let lastOnPage: HTMLElement | null = null;
/** Had it last of all: browsers take it from a button that is disabled while it is at work. */
let last: HTMLElement | null = null;

/** Remembers what has the focus. To be called once. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
    const isPage =
      target instanceof HTMLElement && target.closest('[role=dialog], [role=menu], [role=listbox]') === null;
    if (isPage) lastOnPage = target;
  });
}

/** To be called by what opens by being put on the page, and closes by leaving it. */
export function useFocusReturn(): void {
  const [opener] = useState(openerNow);
  useEffect(() => () => giveBack(opener), [opener]);
}

/**
 * For what is no component: to be called before it opens. @returns what gives the focus back, to be called when it has gone: of a
 * button that is only there while its row is pointed at, to the row.
 */
export function focusReturn(): () => void {
  const opener = openerNow();
  const row = opener?.parentElement?.closest<HTMLElement>('[tabindex]') ?? null;
  return () => giveBack(opener, row);
}

/** What has the focus now; of the entry of a menu, which goes away, the button of the menu. */
function openerNow(): HTMLElement | null {
  const { activeElement: focused } = document;
  const menu = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (menu !== null && menu !== undefined) return document.getElementById(menu);
  return focused instanceof HTMLElement && focused !== document.body ? focused : last;
}

function giveBack(...openers: (HTMLElement | null)[]): void {
  // The next dialog has it already.
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const heading = document.querySelector<HTMLElement>('h1');
  const target = [...openers, lastOnPage, heading].find((one) => one !== null && canHaveFocus(one));
  target?.focus({ preventScroll: target === heading });
}

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled');
