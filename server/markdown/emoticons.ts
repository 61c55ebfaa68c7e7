// Signs such as `:)` that become emoji for those who chose so (the setting translate_emoticons). They stand alone between spaces
// and punctuation, or beside letters of scripts without spaces: never inside a word, an address or code.

import { unspacedLetters } from '../scripts.ts';

const emojiNames: Readonly<Record<string, string>> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'smile',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
};
const besides = String.raw`\s,.;?!()[\]"'${unspacedLetters}`;
const emoticonPattern = new RegExp(String.raw`(?<![^${besides}])(?:[:;]\)|\(:|:[(|/DoOpP]|<3)(?![^${besides}])`, 'gu');

/** A text cut at its emoticons, in order; `name` is an emoji's. `before` is the character in front of the text, if any. */
export function splitAtEmoticons(text: string, before: string): Array<{ text: string; name?: string }> {
  const pieces: Array<{ text: string; name?: string }> = [];
  let end = 0;
  for (const match of (before + text).matchAll(emoticonPattern)) {
    const name = emojiNames[match[0]];
    const start = match.index - before.length;
    if (name === undefined || start < 0) continue;
    if (start > end) pieces.push({ text: text.slice(end, start) });
    pieces.push({ text: match[0], name });
    end = start + match[0].length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end) });
  return pieces;
}
