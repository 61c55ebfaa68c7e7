/** Recently used emoji in this browser, to stand first in the grid and among what is found. */
import { readStoredJson, writeStored } from '../../client/storage.ts';
import { quickEmoji } from '../kit/quick-emoji.ts';
import type { EmojiEntry } from './emoji-data.ts';

const storedName = 'recent-emoji';
const maxStored = 16;

function keys(): string[] {
  const stored = readStoredJson(storedName);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
}

const keyOf = ({ type, code }: EmojiEntry): string => `${type} ${code}`;

export function recentEmoji(all: readonly EmojiEntry[]): EmojiEntry[] {
  const byKey = new Map(all.map((entry) => [keyOf(entry), entry]));
  return keys().flatMap((key) => byKey.get(key) ?? []);
}

/** @returns how near an emoji is by its name: what was used lately, then what many use. */
export function emojiNearness(all: readonly EmojiEntry[]): (name: string) => number {
  const names = [...recentEmoji(all), ...quickEmoji].map(({ name }) => name);
  const points = new Map(names.map((name, index) => [name, names.length - index] as const).toReversed());
  return (name) => points.get(name) ?? 0;
}

export function rememberEmoji(entry: EmojiEntry): void {
  const key = keyOf(entry);
  const next = [key, ...keys().filter((each) => each !== key)].slice(0, maxStored);
  writeStored(storedName, JSON.stringify(next));
}
