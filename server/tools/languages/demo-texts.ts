/**
 * Texts of the demo, compared: a translation has the lines of the English file, with the same speakers, reactions, files, placeholders and
 * marks in them, so that the demo has the same ids in every language.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './sentences.ts';

const englishFolder = 'server/demo/transcripts';
const folderOf = (tag: string): string => `resources/languages/${tag}/demo`;
/** Characters of a topic (max_topic_length of the API). */
const maxTopicLength = 60;

/** Files of sentences by section: no line names a speaker. */
const lists = new Set(['builds', 'chain', 'checkin', 'lunch', 'nights', 'office', 'queue', 'tasks']);
/** Lines that are the same in every language: when, reactions, stars, files, votes, the night between, the end of a topic. */
const unchanged = /^(?:at \d+ \d\d:\d\d|\.\.\.|resolved| {2}(?:\+|\*|file|vote) .*)?$/;
/** What a line has as often in every language. */
const marks: Readonly<Record<string, RegExp>> = {
  placeholders: /\{[a-z0-9]+\}/gi,
  mentions: /@_?[a-z]+\b|@\*[^*]+\*|@\*\*[^*]+\*\*/g,
  channels: /#\*\*[a-z-]+/g,
  emoji: /:[a-z_]*[a-z]{2}[a-z_]*:/g,
  tickets: /#\d{4}|PLAN-\d+/g,
  commits: /commit [0-9a-f]{10}/g,
  addresses: /https?:\/\/[\w./{}?=&-]+/g,
  formulas: /\$\$[^$]+\$\$/g,
  'second wordings and spoilers': /\|\|/g,
  columns: /(?<!\|)\|(?!\|)/g,
  'line breaks': /\\n/g,
  'marks of code': /`/g,
  'marks of bold text': /\*\*/g,
};
/** What a line begins with: a speaker, a command, the mark of a list, a quote, a table or a fence. */
const beginning = /^(?:[a-z]+> ?)?(?:\/(?:me|poll|todo) |\d+\. |- \[.\] |- |> |\| |```(?:spoiler |\w*$))?/;
/** The same of a list, where a key may come first. */
const keyed = /^(?:[^:]+: )?(?:- \[.\] |\| )?/;

interface File {
  name: string;
  path: string;
  /** Undefined where the file is missing. */
  own: string[] | undefined;
  english: string[];
}

/** @returns those of the languages that have texts of the demo. */
export const demoTags = (root: string, tags: readonly string[]): string[] =>
  tags.filter((tag) => existsSync(join(root, folderOf(tag))));

/** @param root the folder of the sources. @returns what differs from English in the demo's texts of a language. */
export function problemsOfDemo(root: string, tag: string): Problem[] {
  const names = readdirSync(join(root, englishFolder)).filter((name) => name.endsWith('.txt'));
  const read = (path: string): string[] => readFileSync(join(root, path), 'utf8').split('\n');
  const files = names.map((name) => {
    const path = `${folderOf(tag)}/${name}`;
    const own = existsSync(join(root, path)) ? read(path) : undefined;
    return { name: name.slice(0, -4), path, own, english: read(`${englishFolder}/${name}`) };
  });
  const topics = new Map(files.flatMap(topicsOf));
  const extra = readdirSync(join(root, folderOf(tag))).filter((name) => !names.includes(name));
  return [
    ...extra.map((name) => ({ path: `${folderOf(tag)}/${name}`, line: 1, message: 'English has no such file' })),
    ...files.flatMap((file) => problemsOfFile(file, topics)),
  ];
}

const topicIn = (line: string): string | undefined => / > (.*)$/.exec(line)?.[1];

/** @returns the topics of a file's conversations, by their English. */
function topicsOf({ name, english, own }: File): [string, string][] {
  if (lists.has(name)) return [];
  return english.flatMap((line, index): [string, string][] => {
    const [topic, translated] = [topicIn(line), topicIn(own?.[index] ?? '')];
    return line.startsWith('## ') && topic !== undefined && translated !== undefined ? [[topic, translated]] : [];
  });
}

function problemsOfFile(file: File, topics: ReadonlyMap<string, string>): Problem[] {
  const { name, path, english, own } = file;
  if (own === undefined) return [{ path, line: 1, message: 'is missing' }];
  const problems: Problem[] = [];
  const place = { isList: lists.has(name), section: '', fence: null as string | null };
  for (const [index, line] of english.entries()) {
    if (line.startsWith('## ')) place.section = `${name} > ${line.slice(3)}`;
    for (const message of differences(line, own[index] ?? '', place, topics))
      problems.push({ path, line: index + 1, message });
    const [, fence] = /^(?:[a-z]+> )?```(.*)$/.exec(line) ?? [];
    if (fence !== undefined && !place.isList) place.fence = place.fence === null ? fence : null;
    // Where a line is too much or too few, each that follows differs as well.
    if (english.length !== own.length && problems.length > 0) break;
  }
  if (english.length !== own.length)
    problems.push({ path, line: own.length, message: `has ${own.length} lines, the English ${english.length}` });
  return problems;
}

/** @param place of the line: whether its file is a list, its section, and the words behind the fence that it is in. @returns what is wrong with a translated line. */
function differences(
  line: string,
  translated: string,
  { isList, section, fence }: { isList: boolean; section: string; fence: string | null },
  topics: ReadonlyMap<string, string>,
): string[] {
  if (line.startsWith('## ')) return headingDifferences(line, translated, isList);
  const isCode = fence !== null && !fence.startsWith('spoiler');
  if (isCode || (!isList && unchanged.test(line))) return line === translated ? [] : [`is not "${line}"`];
  const start = (section.startsWith('office') ? keyed : isList ? /^/ : beginning).exec(line)?.[0] ?? '';
  if (!translated.startsWith(start) || (translated.trim() === start.trim()) !== (line.trim() === start.trim()))
    return [`does not start with "${start}", or has no text behind it`];
  const found = Object.entries(marks)
    .filter(([, mark]) => sorted(line, mark) !== sorted(translated, mark))
    .map(
      ([what, mark]) => `${what}: ${sorted(translated, mark) || 'none'}, the English ${sorted(line, mark) || 'none'}`,
    );
  const named = section === 'office > topics' ? topics.get(line.slice(start.length)) : undefined;
  if (named !== undefined && translated !== start + named) found.push(`is "${named}" in the conversations`);
  for (const [, channel, topic = ''] of line.matchAll(/#\*\*([a-z-]+)>([^*]+)\*\*/g))
    if (!translated.includes(`#**${channel}>${topics.get(topic) ?? topic}**`))
      found.push(`links to another topic than "${topics.get(topic) ?? topic}"`);
  return found;
}

const sorted = (text: string, mark: RegExp): string =>
  [...text.matchAll(mark)]
    .map(([found]) => found)
    .toSorted()
    .join(' ');

function headingDifferences(line: string, translated: string, isList: boolean): string[] {
  const topic = isList ? undefined : topicIn(line);
  if (topic === undefined) return line === translated ? [] : [`is not "${line}"`];
  const own = topicIn(translated) ?? '';
  const start = line.slice(0, -topic.length);
  if (!translated.startsWith(start) || own === '') return [`does not start with "${start}", or names no topic`];
  const tooLong = [...own.replace('{ticket}', '2104')].length > maxTopicLength;
  return [
    ...(tooLong ? [`has a topic of more than ${maxTopicLength} characters`] : []),
    ...(sorted(topic, marks['placeholders'] as RegExp) === sorted(own, marks['placeholders'] as RegExp)
      ? []
      : ['has other placeholders']),
  ];
}
