/** What somebody used lately in this browser, to stand first in the grid. */
import type { EmojiEntry } from './emoji-data.ts';

const storageKey = 'hearth.recent-emoji';
const kept = 16;

function keys(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

const keyOf = ({ type, code }: EmojiEntry): string => `${type} ${code}`;

export function recentEmoji(all: readonly EmojiEntry[]): EmojiEntry[] {
  const byKey = new Map(all.map((entry) => [keyOf(entry), entry]));
  return keys().flatMap((key) => byKey.get(key) ?? []);
}

export function rememberEmoji(entry: EmojiEntry): void {
  const key = keyOf(entry);
  try {
    const next = [key, ...keys().filter((each) => each !== key)].slice(0, kept);
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage that is full or forbidden: nothing is remembered.
  }
}
