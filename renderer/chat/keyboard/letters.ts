/** Whether single letters are keys, as this browser remembers it: whoever speaks instead of typing switches them off. */
import { createStore } from 'zustand/vanilla';

const storeKey = 'hearth-chat-letters';

function isKeptOff(): boolean {
  try {
    return localStorage.getItem(storeKey) === 'off';
  } catch {
    return false;
  }
}

export const letters = createStore(() => ({ areOn: !isKeptOff() }));

export function switchLetters(areOn: boolean): void {
  letters.setState({ areOn });
  try {
    localStorage.setItem(storeKey, areOn ? 'on' : 'off');
  } catch {
    // It holds until the page is left.
  }
}
