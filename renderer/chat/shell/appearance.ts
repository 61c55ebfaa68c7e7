/** The reader's own look on the page's root, where tokens.css reads it. */
import { useEffect } from 'react';
import { useClientState } from '../store/use-chat.ts';

/** `color_scheme` (contract: update-settings). */
const themes: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

/** What the tokens are made for: of these no style is set (contract: web_font_size_px, web_line_height_percent). */
const usualFontSize = 16;
const usualLineHeight = 140;

export function useAppearance(): void {
  const scheme = useClientState((state) => state.settings.color_scheme);
  const isContrasting = useClientState((state) => state.settings.high_contrast_mode === true);
  const fontSize = useClientState((state) => state.settings.web_font_size_px ?? usualFontSize);
  const lineHeight = useClientState((state) => state.settings.web_line_height_percent ?? usualLineHeight);
  const isFluid = useClientState((state) => state.settings.fluid_layout_width === true);
  useEffect(() => {
    const { dataset } = document.documentElement;
    set(dataset, 'theme', themes[scheme ?? 1]);
    set(dataset, 'contrast', isContrasting ? 'more' : undefined);
    set(dataset, 'fluid', isFluid ? '' : undefined);
    return () => {
      for (const name of ['theme', 'contrast', 'fluid']) delete dataset[name];
    };
  }, [scheme, isContrasting, isFluid]);
  useEffect(() => {
    const { style } = document.documentElement;
    // Every size is in rem.
    style.fontSize = fontSize === usualFontSize ? '' : `${(fontSize / usualFontSize) * 100}%`;
    if (lineHeight === usualLineHeight) style.removeProperty('--line-text');
    else style.setProperty('--line-text', `calc(var(--size-text) * ${lineHeight / 100})`);
    return () => {
      style.fontSize = '';
      style.removeProperty('--line-text');
    };
  }, [fontSize, lineHeight]);
}

function set(dataset: DOMStringMap, name: string, value: string | undefined): void {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
}
