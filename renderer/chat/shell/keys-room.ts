/**
 * On-screen keyboard inset of the page, for browsers that lay them over it instead of making it smaller: told to the styles,
 * which only pad by it, so that nothing is reckoned while the keys move.
 */
import { useEffect } from 'react';

export function useRoomForKeys(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null) return undefined;
    const { style } = document.documentElement;
    const tell = (): void => {
      // Of a page that was enlarged with two fingers less is seen as well, and nothing is covered.
      const isEnlarged = seen.scale > 1;
      const above = isEnlarged ? 0 : Math.round(seen.offsetTop);
      const below = isEnlarged ? 0 : Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop));
      style.setProperty('--covered-above', `${above}px`);
      style.setProperty('--covered-below', `${below}px`);
    };
    tell();
    seen.addEventListener('resize', tell);
    seen.addEventListener('scroll', tell);
    return () => {
      seen.removeEventListener('resize', tell);
      seen.removeEventListener('scroll', tell);
      style.removeProperty('--covered-above');
      style.removeProperty('--covered-below');
    };
  }, []);
}
