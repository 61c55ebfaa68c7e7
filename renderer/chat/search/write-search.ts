/** A narrow as it would be typed into the search. Pure. */
import type { Narrow } from '../routing/narrow.ts';
import { personText, type Directory } from './directory.ts';

/** @returns what would be typed for the narrow. */
export function writeSearch(narrow: Narrow, { users, channels, me }: Directory): string {
  const userName = (id: number): string => {
    const user = users.find((each) => each.id === id);
    return id === me ? 'me' : user === undefined ? String(id) : personText(user);
  };
  return narrow
    .map(({ operator, operand, negated }) => {
      const dash = negated === true ? '-' : '';
      if (operator === 'search') return dash + wordsOf(String(operand), negated === true);
      const value = Array.isArray(operand)
        ? (operand as readonly number[]).map(userName).join(',')
        : typeof operand !== 'number'
          ? String(operand)
          : operator === 'sender'
            ? userName(operand)
            : (channels.find(({ id }) => id === operand)?.name ?? String(operand));
      const name = operator === 'sender' ? 'from' : operator;
      return `${dash}${name}:${quote(value)}`;
    })
    .join(' ');
}

/** In quotes where it would end too early otherwise; quotation marks within have a backslash before them. */
export const quote = (value: string): string =>
  /^[^\s"“”„‟＂]+$/.test(value) ? value : `"${value.replaceAll(/["“”„‟＂\\]/g, String.raw`\$&`)}"`;

/** Words that are left out together are one phrase; words that are looked for are as they were typed. */
const wordsOf = (words: string, isNegated: boolean): string =>
  isNegated && /\s/.test(words) && !/^"[^"]*"$/.test(words) ? `"${words.replaceAll('"', '')}"` : words;
