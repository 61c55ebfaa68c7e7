/**
 * Gives the focus back when a dialog or panel goes: to what opened it, as soon as that can take it; where its row has gone, to the
 * next one; else to what had it on the page before, or to the screen's heading. A user who works by keyboard would start again from the
 * top of the page.
 */
import { useEffect, useState } from 'react';

/** So long what a dialog began may be at work: its button is disabled meanwhile, or its row goes at the end. Milliseconds. */
const longestWork = 10_000;
const rowsOfLists = 'tr, li, [role=row], [role=listitem], .feed-row';
const controls = 'a[href], button, input, [tabindex]';

/** Had the focus last, of what stands on the page itself. */
let lastOnPage: HTMLElement | null = null;
/** Had it last of all: browsers take it from a button that is disabled while it is at work. */
let last: HTMLElement | null = null;

/** Remembers what has the focus. To be called once. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = target;
    const isPage =
      target instanceof HTMLElement && target.closest('dialog, [role=dialog], [role=menu], [role=listbox]') === null;
    if (isPage) lastOnPage = target;
  });
}

/** To be called by what opens by being put on the page, and closes by leaving it. */
export function useFocusReturn(): void {
  const [opening] = useState(openingNow);
  useEffect(() => () => giveBack(opening), [opening]);
}

/** For what is no component: to be called before it opens. @returns what gives the focus back, to be called when it has gone. */
export function focusReturn(): () => void {
  const opening = openingNow();
  return () => giveBack(opening);
}

let isGiving = false;

/** Whether the page itself moves the focus back just now: a user who pointed elsewhere since did not choose that place. */
export const isGivingFocusBack = (): boolean => isGiving;

/** Focuses what had the focus before, without scrolling. */
export function giveFocusTo(element: HTMLElement): void {
  isGiving = true;
  element.focus({ preventScroll: true });
  isGiving = false;
}

/** What opened something, and what stood around it. */
interface Opening {
  opener: HTMLElement | null;
  /** What is around it and can have the focus where it cannot: a button may be there only while its row is pointed at. */
  around: HTMLElement | null;
  /** The rows of its list, the best to go on with first. */
  rows: readonly Element[];
  /** Which of the controls of its row it is; -1 = the row itself. */
  control: number;
}

function openingNow(): Opening {
  const opener = openerNow();
  const row = opener?.closest(rowsOfLists) ?? null;
  return {
    opener,
    around: opener?.parentElement?.closest<HTMLElement>('[tabindex]:not(main)') ?? null,
    rows: row === null ? [] : inOrderFrom([...(row.parentElement?.children ?? [])], row),
    control: row === null ? -1 : [...row.querySelectorAll(controls)].findIndex((one) => one === opener),
  };
}

/** What has the focus now; of the entry of a menu, which goes away, the button of the menu. */
function openerNow(): HTMLElement | null {
  const { activeElement: focused } = document;
  const menu = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (menu !== null && menu !== undefined) return document.getElementById(menu);
  return focused instanceof HTMLElement && focused !== document.body ? focused : last;
}

/** @returns the others: those after one, and then those before it, the nearest first. */
export function inOrderFrom<T>(all: readonly T[], one: T): T[] {
  const at = all.indexOf(one);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(0, at)).toReversed()];
}

/** Again with each change of the page, until the focus is somewhere to stay or someone has taken it elsewhere. */
function giveBack(opening: Opening): void {
  const { opener } = opening;
  const isBusy = opener?.matches(':disabled') === true;
  let given: HTMLElement | null = null;
  const changes = new MutationObserver(() => settle());
  const end = (): void => {
    changes.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(end, longestWork);
  const settle = (): void => {
    const { activeElement: focused } = document;
    // The next dialog has it already, or its reader has gone on.
    if (!isNowhere() && focused !== opener && focused !== given) return end();
    if (isNowhere() || (isBusy && focused === given)) {
      given = placeFor(opening) ?? null;
      if (given !== null && given !== focused) giveFocusTo(given);
    }
    // As long as it is there, it may be done with its work, or go with its row at the end of it.
    if (opener?.isConnected !== true) end();
  };
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  settle();
}

function placeFor({ opener, around, rows, control }: Opening): HTMLElement | undefined {
  const next = opener?.isConnected === false ? rows.find((row) => row.isConnected) : undefined;
  const inNext = next === undefined ? [] : [...next.querySelectorAll<HTMLElement>(controls)];
  const heading = document.querySelector<HTMLElement>('h1');
  return [opener, inNext[control], ...inNext, around, lastOnPage, heading].find(
    (one): one is HTMLElement => one !== null && one !== undefined && canHaveFocus(one),
  );
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled');
