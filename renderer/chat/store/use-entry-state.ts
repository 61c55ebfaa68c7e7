/** Scroll position and selection of a view, restored after Back. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { entryState, storeEntry } from './way-back.ts';

/** Like `useState`, and kept with the entry of the browser's history. @param name of the choice within its view. */
export function useEntryChoice<Value>(
  name: string,
  first: Value,
): [Value, (to: Value | ((before: Value) => Value)) => void] {
  const [{ choices }] = useState(entryState);
  const [value, setValue] = useState(() => (choices.has(name) ? (choices.get(name) as Value) : first));
  useLayoutEffect(() => {
    choices.set(name, value);
    storeEntry();
  }, [choices, name, value]);
  return [value, setValue];
}

/** The reader takes over from there. */
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** A list that was not scrolled for so long stands; browsers limit how often an entry is stored. Milliseconds. */
const restMs = 200;

/** Keeps the place of a scrolled element with the entry of the history, and returns to it as soon as enough rows are there. */
export function useEntryScroll(scroller: RefObject<HTMLElement | null>): void {
  const [entry] = useState(entryState);
  useLayoutEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (element === null || content === null || content === undefined) return;
    let isReturning = entry.top > 0;
    const release = (): void => {
      isReturning = false;
    };
    const goOn = (): void => {
      if (!isReturning) return;
      element.scrollTo({ top: entry.top });
      if (element.scrollTop >= entry.top - 1) release();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = (): void => {
      if (isReturning) return;
      entry.top = element.scrollTop;
      clearTimeout(timer);
      timer = setTimeout(storeEntry, restMs);
    };
    goOn();
    const observer = new ResizeObserver(goOn);
    observer.observe(content);
    element.addEventListener('scroll', note, { passive: true });
    for (const type of takesOver) addEventListener(type, release, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener('scroll', note);
      for (const type of takesOver) removeEventListener(type, release);
    };
  }, [scroller, entry]);
}
