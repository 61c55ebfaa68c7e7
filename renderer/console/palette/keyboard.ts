/** The keys that work everywhere: Ctrl+K for the palette, "?" for help, "/" for a list's search, "g" and a letter for a screen. */
import { useHotkeys } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useOwnScreens } from '../screen.ts';

/** After "g" the letter is waited for this long. */
const sequenceMs = 1200;

export function useKeyboard({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  // In fields too: there it is needed as well, and means nothing else.
  useHotkeys([['mod+K', onPalette]], []);
  useLetters(onHelp);
}

function useLetters(onHelp: () => void): void {
  const screens = useOwnScreens();
  const [, navigate] = useLocation();
  useEffect(() => {
    let since = -Infinity;
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') return onHelp();
      if (event.key === '/') return search(event);
      const isSecond = event.timeStamp - since < sequenceMs;
      since = !isSecond && event.key === 'g' ? event.timeStamp : -Infinity;
      if (!isSecond) return;
      const screen = screens.find(({ keys }) => keys === event.key);
      if (screen === undefined) return;
      event.preventDefault();
      navigate(screen.path);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [screens, navigate, onHelp]);
}

/** Into the field that narrows what the screen lists; those that have one mark it. */
function search(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[data-search]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
  field.select();
}

/** Whether letters go into a field, or to a dialog or list that finds things by letters. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest('input, textarea, select, [role="dialog"], [role="menu"], [role="listbox"], [role="combobox"]') !==
      null
  );
}
