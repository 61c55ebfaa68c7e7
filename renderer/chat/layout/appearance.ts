/** The reader's own look on the page's root, where tokens.css reads it. */
import { useEffect } from 'react';
import { useKnown } from '../model/use-chat.ts';

/** `color_scheme` (contract: update-settings). */
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

export function useAppearance(): void {
  const scheme = useKnown((known) => known.settings.color_scheme);
  const isContrasting = useKnown((known) => known.settings.high_contrast_mode === true);
  const isFluid = useKnown((known) => known.settings.fluid_layout_width === true);
  useEffect(() => {
    const { dataset } = document.documentElement;
    set(dataset, 'theme', themes[scheme ?? 1]);
    set(dataset, 'contrast', isContrasting ? 'more' : undefined);
    set(dataset, 'fluid', isFluid ? '' : undefined);
    return () => {
      for (const name of ['theme', 'contrast', 'fluid']) delete dataset[name];
    };
  }, [scheme, isContrasting, isFluid]);
}

function set(dataset: DOMStringMap, name: string, value: string | undefined): void {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}
