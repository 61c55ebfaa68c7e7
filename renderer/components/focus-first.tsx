/** Puts the focus into the first field of what has just come onto the page: the next step of what the reader is doing. */
import { useEffect, useRef, type ReactNode } from 'react';

export function FocusFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('input')?.focus(), []);
  return <div ref={box}>{children}</div>;
}
