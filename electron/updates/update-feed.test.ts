/** Update address stored in a build. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtInFeed } from './update-feed.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hearth-feed-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  [
    'the address of the build',
    'provider: generic\nurl: https://example.com/hearth/\nupdaterCacheDirName: x\n',
    'https://example.com/hearth/',
  ],
  ['a quoted one', "provider: generic\nurl: 'https://example.com/a'\n", 'https://example.com/a'],
  ['nothing where the build has none', 'provider: generic\nurl: https://no-feed.invalid/\n', ''],
  ['nothing that is not encrypted', 'provider: generic\nurl: http://example.com/\n', ''],
  ['nothing where the file says nothing', 'provider: generic\n', ''],
])('gives %s', (_what, text, feed) => {
  writeFileSync(join(folder, 'app-update.yml'), text);
  expect(builtInFeed(folder)).toBe(feed);
});

it('is empty without a file, as in a checkout', () => {
  expect(builtInFeed(folder)).toBe('');
});
