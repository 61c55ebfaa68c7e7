/** Relevance order of found messages: by the words that are marked in it (contract: match_content). Pure. */
import { folded } from '../../client/fold.ts';

export interface FoundMessage {
  id: number;
  /** HTML with the words marked; undefined where the topic alone has them. */
  match_content?: string | undefined;
  match_subject?: string | undefined;
}

const marked = /<span class="highlight">(.*?)<\/span>/g;
const neighbours = /<\/span>[\s,.:;-]{0,3}<span class="highlight">/g;

const markedIn = (html: string): string[] => [...html.matchAll(marked)].map(([, text = '']) => folded(text));

/** @param words as they were typed. @returns more for a better match. */
function scoreOf(
  { match_content: content = '', match_subject: subject = '' }: FoundMessage,
  words: ReadonlySet<string>,
): number {
  const [inText, inTopic] = [markedIn(content), markedIn(subject)];
  const exact = new Set([...inText, ...inTopic].filter((text) => words.has(text))).size;
  const together = content.match(neighbours)?.length ?? 0;
  // A word that is said often is what a message is about; the tenth time says no more.
  const often = Math.min(inText.length, 6) / 2;
  const letters = content.replaceAll(/<[^>]*>/g, '').length;
  return 4 * Math.min(inTopic.length, 2) + 3 * exact + 2 * Math.min(together, 3) + often + 2 / (1 + letters / 400);
}

/** @param sought the text of the search. @returns the messages, the best match first; of equal ones the newest. */
export function byBestMatch<Found extends FoundMessage>(messages: readonly Found[], sought: string): Found[] {
  const words = new Set(
    folded(sought)
      .replaceAll('"', ' ')
      .split(/\s+/)
      .filter((word) => word !== ''),
  );
  const scores = new Map(messages.map((message) => [message.id, scoreOf(message, words)]));
  const scoreBy = ({ id }: Found): number => scores.get(id) ?? 0;
  return messages.toSorted((a, b) => scoreBy(b) - scoreBy(a) || b.id - a.id);
}
