/** Names of emoji in Slack and Mattermost: both use one table, which differs from ours in some names. */
import { findEmojiCode, findEmojiName } from '../../markdown/emoji.ts';
import otherNames from './other-emoji-names.json' with { type: 'json' };

const codes: ReadonlyMap<string, string> = new Map(Object.entries(otherNames));
const regionA = 0x1f1e6;

/**
 * @param tone of skin, 2 (light) to 6 (dark); 0 for none
 * @returns our name and code of a standard emoji; undefined when there is none of this name
 */
export function standardEmoji(name: string, tone = 0): { name: string; code: string } | undefined {
  const code = codes.get(name) ?? flagCode(name) ?? findEmojiCode(name) ?? findEmojiCode(name.replaceAll('-', '_'));
  const plain = code === undefined ? undefined : findEmojiName(code);
  if (code === undefined || plain === undefined) return undefined;
  const toned = tone < 2 ? undefined : `${plain}_tone${tone - 1}`;
  const tonedCode = toned === undefined ? undefined : findEmojiCode(toned);
  return toned === undefined || tonedCode === undefined ? { name: plain, code } : { name: toned, code: tonedCode };
}

/** `flag-de`: two regional indicators. */
function flagCode(name: string): string | undefined {
  const letters = /^flag-([a-z]{2})$/.exec(name)?.[1];
  if (letters === undefined) return undefined;
  return [...letters].map((letter) => (regionA + letter.charCodeAt(0) - 97).toString(16)).join('-');
}
