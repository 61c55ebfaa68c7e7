/** The direction of writing, for parts whose keys and sides Mantine decides: tabs, menus, sliders. Its style sheets read the page's own `dir`. */
import { DirectionProvider, useDirection } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { directionOf } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';

export function ReadingDirection({ children }: { children: ReactNode }) {
  const direction = directionOf(useLanguage());
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <Followed direction={direction} />
      {children}
    </DirectionProvider>
  );
}

function Followed({ direction }: { direction: 'ltr' | 'rtl' }) {
  const { setDirection } = useDirection();
  useEffect(() => setDirection(direction), [direction, setDirection]);
  return null;
}
