/** Long texts of services in several messages: cut at the ends of lines, with blocks of code that go on in the next one. */
import { shortenedNote } from '../../integrations/integration.ts';
import { OpenFences, parseFence } from '../../markdown/blocks/fence-lines.ts';

/** Of one call: more would bury the conversation. */
const mostMessages = 10;

/**
 * @param most characters of a message, in Unicode code points
 * @returns the messages; where they are not enough for the text, the last one says how many characters are left out
 */
export function splitMessage(text: string, most: number): string[] {
  const messages: string[] = [];
  let rest = [...text];
  while (rest.length > most && messages.length < mostMessages) {
    const isLast = messages.length === mostMessages - 1;
    const { head, tail } = cut(rest, isLast ? most - endNote(rest.length).length : most);
    messages.push(isLast ? `${head}${endNote([...tail].length)}` : head);
    rest = isLast ? [] : [...tail];
  }
  return rest.length === 0 ? messages : [...messages, rest.join('')];
}

const endNote = (left: number): string => `\n\n${shortenedNote(left)}`;

/** Each part is complete Markdown: a fence that is open at the cut is closed, and opened again after it. */
function cut(letters: readonly string[], most: number): { head: string; tail: string } {
  // Fences in fences are few: what closes them gets a part of the room, and takes less or is not closed.
  const reserve = Math.floor(most / 50);
  const whole = letters.slice(0, most - reserve).join('');
  const lineEnd = whole.lastIndexOf('\n');
  const blank = whole.lastIndexOf(' ');
  const at = [lineEnd, blank].find((place) => place > whole.length / 2) ?? whole.length;
  const head = whole.slice(0, at);
  const fences = new OpenFences();
  for (const line of head.split('\n')) {
    const fence = parseFence(line);
    if (fence !== undefined) fences.read(fence);
  }
  const ends = fences.open.toReversed().map(({ marker }) => `\n${marker}`);
  const begins = fences.open.map(({ marker, kind, rest }) => `${marker} ${kind}${rest}`.trimEnd());
  const isClosed = ends.join('').length <= reserve;
  const behind = letters
    .join('')
    .slice(at)
    .replace(/^[\n ]/, '');
  return {
    head: isClosed ? `${head}${ends.join('')}` : head,
    tail: isClosed && behind !== '' ? [...begins, behind].join('\n') : behind,
  };
}

/** @param most Unicode code points. @returns the text, which ends in an ellipsis where it was longer */
export function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}
