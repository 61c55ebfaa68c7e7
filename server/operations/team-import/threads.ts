/** Threads of other chats as topics: names from first words, unique in their channel; and texts that are longer than a message. */
import { narrowUrl } from '../../markdown/urls.ts';
import { defaultLimits } from '../../options.ts';
import type { Say } from '../../texts.ts';

const { maxTopicLength, maxMessageLength } = defaultLimits;

/** Marks of text that a topic shows as they are. */
const marks = /[*_~`]{2,}|`|^\s*(?:#{1,6}|>|[-*]|\d{1,9}[.)])\s+/gm;
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Names for topics, each given once in its channel. */
export class TopicNames {
  readonly #taken = new Map<string, Set<string>>();
  readonly #mainTopic: string;

  /** @param mainTopic the name that no thread gets */
  constructor(mainTopic: string) {
    this.#mainTopic = mainTopic;
  }

  /**
   * @param text first words of the thread, Markdown whose references are text
   * @param otherwise the name when there are no words
   */
  take(channel: string, text: string, otherwise: string): string {
    const taken = this.#taken.get(channel) ?? new Set([this.#mainTopic.toLowerCase()]);
    this.#taken.set(channel, taken);
    const name = firstWords(text, maxTopicLength) || firstWords(otherwise, maxTopicLength);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
      const end = ` (${count})`;
      unique = `${firstWords(name, maxTopicLength - end.length)}${end}`;
    }
    taken.add(unique.toLowerCase());
    return unique;
  }
}

/** @returns lines behind the first message of a thread, which lead to its topic. @param channel with its id here */
export function repliesLink(t: Say, channel: { id: number; name: string }, topic: string, count: number): string {
  const words = t('{{count}} replies', { count, defaultValue_one: '{{count}} reply' });
  return `\n\n[${words}](${narrowUrl(channel, topic)})`;
}

/** @returns words of the first line that has some, in at most `most` characters. */
export function firstWords(text: string, most: number): string {
  const line =
    text
      .split('\n')
      .map((each) => each.replaceAll(marks, '').replaceAll(invisible, ' ').replaceAll(/\s+/g, ' ').trim())
      .find((each) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(each)) ?? '';
  const characters = [...line];
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  const blank = cut.lastIndexOf(' ');
  return `${(blank > most / 2 ? cut.slice(0, blank) : cut).trimEnd()}…`;
}

/** @returns the text in parts that a message can have, cut at the ends of lines where there are some. */
export function messageParts(content: string): string[] {
  const parts: string[] = [];
  let rest = [...content];
  while (rest.length > maxMessageLength) {
    const line = rest.lastIndexOf('\n', maxMessageLength);
    const end = line > maxMessageLength / 2 ? line : maxMessageLength;
    parts.push(rest.slice(0, end).join(''));
    rest = rest.slice(rest[end] === '\n' ? end + 1 : end);
  }
  return [...parts, rest.join('')];
}
