/** The order in which emoji stand in the grid, by the groups of Unicode, with words to find them by. Loaded with the grid. */
import compact from 'emojibase-data/en/compact.json';
import { t } from '../../client/text.ts';
import type { EmojiEntry } from '../store/emoji-data.ts';

interface Place {
  group: number;
  order: number;
  tags: readonly string[];
}

const places = new Map<string, Place>(
  compact.flatMap(({ hexcode, group, order, label, tags }): [string, Place][] =>
    group === undefined || order === undefined
      ? []
      : [[placeKey(hexcode), { group, order, tags: [label, ...(tags ?? [])] }]],
  ),
);

/** One spelling for both tables: small letters, without the sign that only asks for a picture. */
export function placeKey(code: string): string {
  return code
    .toLowerCase()
    .split('-')
    .filter((part) => part !== 'fe0f')
    .join('-');
}

export interface EmojiGroup {
  key: string;
  title: string;
  emoji: readonly EmojiEntry[];
}

/** Ids of emojibase: 2 has parts of emoji only. */
const titles: readonly { id: number; title: () => string }[] = [
  { id: 0, title: () => t('Smileys') },
  { id: 1, title: () => t('People') },
  { id: 3, title: () => t('Animals and nature') },
  { id: 4, title: () => t('Food and drink') },
  { id: 5, title: () => t('Travel and places') },
  { id: 6, title: () => t('Activities') },
  { id: 7, title: () => t('Objects') },
  { id: 8, title: () => t('Symbols') },
  { id: 9, title: () => t('Flags') },
];

/** @returns the organization's own, then the groups; what Unicode does not place stands with the symbols. */
export function groupsOf(emoji: readonly EmojiEntry[]): EmojiGroup[] {
  const own = emoji.filter(({ type }) => type !== 'unicode_emoji');
  const standard = emoji.filter(({ type }) => type === 'unicode_emoji');
  const groups = titles.map(({ id, title }) => ({
    key: String(id),
    title: title(),
    emoji: standard.filter(({ code }) => groupOf(code) === id).toSorted((a, b) => orderOf(a.code) - orderOf(b.code)),
  }));
  return [{ key: 'own', title: t('Custom'), emoji: own }, ...groups].filter((group) => group.emoji.length > 0);
}

const symbols = 8;

function groupOf(code: string): number {
  const group = places.get(placeKey(code))?.group ?? symbols;
  return titles.some(({ id }) => id === group) ? group : symbols;
}

function orderOf(code: string): number {
  return places.get(placeKey(code))?.order ?? Number.MAX_SAFE_INTEGER;
}

/** Words beside its names that an emoji is found by. */
export function tagsOf({ code }: EmojiEntry): readonly string[] {
  return places.get(placeKey(code))?.tags ?? [];
}
