/** Statuses that are offered, against the server's own table of names. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusPresets } from './status-presets.ts';

test('every status that is offered has an emoji of that name and code', async () => {
  // Of another project, and found by its path.
  const { findEmojiCode } = (await import(
    /* @vite-ignore */ join(import.meta.dirname, '../../../server/markdown/emoji.ts')
  )) as { findEmojiCode: (name: string) => string | undefined };
  expect(statusPresets().length).toBeGreaterThan(4);
  for (const { name, code } of statusPresets()) expect(findEmojiCode(name)).toBe(code);
});
