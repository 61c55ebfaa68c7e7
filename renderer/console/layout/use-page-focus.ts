/** Where the focus goes when another screen opens: to its heading, so that it is read out and Tab goes on from there. */
import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'wouter';

/** The screen that was opened last. The first one after loading leaves the focus where browsers put it. */
let lastScreen: string | undefined;

/** @returns what the heading of the screen is given as its ref. */
export function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const [location] = useLocation();
  const screen = location.split('/', 2).join('/');
  useEffect(() => {
    const before = lastScreen;
    lastScreen = screen;
    if (before === undefined || before === screen) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [screen]);
  return heading;
}
