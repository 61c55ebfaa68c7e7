// Writes other-emoji-names.json from the emojibase data set: `npx tsx server/operations/team-import/make-other-emoji.ts`, then
// `npx oxfmt`. It has the names of the table of Slack and Mattermost that mean another emoji here, or none.

import { readFileSync, writeFileSync } from 'node:fs';
import { findEmojiCode, findEmojiName, isSameEmojiCode } from '../../markdown/emoji.ts';

const url = new URL(import.meta.resolve('emojibase-data/en/shortcodes/iamcal.json'));
const table = JSON.parse(readFileSync(url, 'utf8')) as Readonly<Record<string, string | readonly string[]>>;
/** A name that Slack has beside those of the table. */
const more = { simple_smile: '1f642' };
const differing = Object.entries(table).flatMap(([hexcode, names]) => {
  const code = hexcode
    .toLowerCase()
    .split('-')
    .filter((point) => point !== 'fe0f')
    .map((point) => point.padStart(4, '0'))
    .join('-');
  const isToned = /-?1f3f[b-f]/.test(code);
  if (isToned || findEmojiName(code) === undefined) return [];
  return [names].flat().flatMap((name) => {
    const own = findEmojiCode(name) ?? findEmojiCode(name.replaceAll('-', '_'));
    const isFlag = /^flag-[a-z]{2}$/.test(name);
    return isFlag || (own !== undefined && isSameEmojiCode(own, code)) ? [] : [[name, code] as const];
  });
});
const named = [...Object.entries(more), ...differing].toSorted(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(
  new URL('other-emoji-names.json', import.meta.url),
  `${JSON.stringify(Object.fromEntries(named), null, 2)}\n`,
);
