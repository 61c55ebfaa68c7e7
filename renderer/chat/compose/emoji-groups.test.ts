/** Position of an emoji in the grid and its search terms, whichever way its code is spelled. */
import { describe, expect, it } from 'vitest';
import type { EmojiEntry } from '../store/emoji-data.ts';
import { groupsOf, tagsOf } from './emoji-groups.ts';

const entry = (code: string): EmojiEntry => ({
  name: code,
  names: [code],
  code,
  type: 'unicode_emoji',
  glyph: 'x',
  url: null,
});

describe('the groups of emoji', () => {
  it.each([
    ['1f44d', '1'],
    ['1f575-fe0f-200d-2640-fe0f', '1'],
    ['1f3f3-fe0f-200d-26a7-fe0f', '9'],
    ['1f3f3-200d-1f308', '9'],
  ])('has a place for %s', (code, key) => {
    expect(groupsOf([entry(code)]).map((group) => group.key)).toEqual([key]);
    expect(tagsOf(entry(code)).length).toBeGreaterThan(0);
  });
});
