/** Skin tones of emoji: which take one, by the table of Unicode, with the codes and names that the server knows. Loaded with the grid. */
import compact from 'emojibase-data/en/compact.json';
import { createStore } from 'zustand/vanilla';
import { readStored, writeStored } from '../../client/storage.ts';
import { t } from '../../client/text.ts';
import { emojiGlyph } from '../../components/message-html/emoji-glyph.ts';
import type { EmojiEntry } from '../store/emoji-data.ts';
import { placeKey } from './emoji-groups.ts';

/** 0 = the sign without a tone, then from light to dark. */
export type SkinTone = 0 | 1 | 2 | 3 | 4 | 5;

export const skinTones: readonly { tone: SkinTone; glyph: string; label: () => string }[] = [
  { tone: 0, glyph: '✋', label: () => t('No skin tone') },
  { tone: 1, glyph: '✋🏻', label: () => t('Light skin tone') },
  { tone: 2, glyph: '✋🏼', label: () => t('Medium-light skin tone') },
  { tone: 3, glyph: '✋🏽', label: () => t('Medium skin tone') },
  { tone: 4, glyph: '✋🏾', label: () => t('Medium-dark skin tone') },
  { tone: 5, glyph: '✋🏿', label: () => t('Dark skin tone') },
];

const storedName = 'skin-tone';
const modifier = /1f3f[b-f]/g;
const modifiers = ['1f3fb', '1f3fc', '1f3fd', '1f3fe', '1f3ff'];

/** Codes with one tone for all people, from light to dark, by the code without. */
const toned = new Map<string, readonly (string | undefined)[]>(
  compact.flatMap(({ hexcode, skins = [] }): [string, readonly (string | undefined)[]][] => {
    const plain = placeKey(hexcode);
    if (skins.length === 0) return [];
    const codes = skins.map((skin) => placeKey(skin.hexcode));
    const isAll = (code: string, tone: string): boolean =>
      code.match(modifier)?.every((each) => each === tone) === true;
    return [[plain, modifiers.map((tone) => codes.find((code) => isAll(code, tone)))]];
  }),
);

const toneOf = (stored: string | null): SkinTone => skinTones.find(({ tone }) => String(tone) === stored)?.tone ?? 0;

/** The tone that was chosen in this browser. */
export const chosenTone = createStore<SkinTone>(() => toneOf(readStored(storedName)));

export function chooseTone(tone: SkinTone): void {
  chosenTone.setState(tone, true);
  writeStored(storedName, String(tone));
}

/** @returns the emoji in a tone; the same where it takes none. */
export function inTone(entry: EmojiEntry, tone: SkinTone): EmojiEntry {
  const code = tone === 0 || entry.type !== 'unicode_emoji' ? undefined : toned.get(placeKey(entry.code))?.[tone - 1];
  const glyph = code === undefined ? undefined : emojiGlyph(code);
  if (code === undefined || glyph === undefined) return entry;
  return {
    ...entry,
    code,
    glyph,
    name: `${entry.name}_tone${tone}`,
    names: entry.names.map((name) => `${name}_tone${tone}`),
  };
}
