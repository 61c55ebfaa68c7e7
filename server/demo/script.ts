/**
 * Reads the demo's conversations. A transcript starts with "## channel > topic" or "## dm name, name"; then "at DAYS HH:MM",
 * DAYS working days before the end, and messages: "name> text", going on over the next lines. "..." is a night in
 * between, "resolved" ends a topic. Below a message, with two spaces before them:
 * "+ emoji names" react, "* name" stars, "file name" attaches, "vote number names" votes in a poll.
 */
import { isPersonKey, isSpeakerKey, type PersonKey, type SpeakerKey } from './cast.ts';

export interface Line {
  who: SpeakerKey;
  text: string;
  /** After a night: on the next working day. */
  isNextDay: boolean;
  reactions: { emoji: string; by: PersonKey[] }[];
  starredBy: PersonKey[];
  votes: { option: number; by: PersonKey[] }[];
  file: string | undefined;
}

export interface Transcript {
  /** Null for direct messages. */
  channel: string | null;
  topic: string;
  /** Everyone in a direct conversation. */
  people: PersonKey[];
  /** Working days before the end, and minute of the day; undefined = wherever there is room. */
  at: { workdaysBack: number; minute: number } | undefined;
  lines: Line[];
  isResolved: boolean;
}

/** @throws Error naming the line that cannot be read. */
export function readTranscripts(text: string): Transcript[] {
  return sections(text).map(({ title, lines }) => readTranscript(title, lines));
}

/** The parts below "## title" lines, empty lines at their ends dropped. */
function sections(text: string): { title: string; lines: string[] }[] {
  const parts = text.replaceAll('\r\n', '\n').split(/^## /m).slice(1);
  return parts.map((part) => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    return { title: title.trim(), lines };
  });
}

/** Puts line breaks where one line of a file has "\\n". */
export const several = (line: string): string => line.replaceAll('\\n', '\n');

/** The lines of every section of a list, by title. */
export function pools(text: string): Map<string, string[]> {
  return new Map(sections(text).map(({ title, lines }) => [title, lines.filter((line) => line !== '')]));
}

function readTranscript(title: string, lines: readonly string[]): Transcript {
  const transcript: Transcript = { ...placeOf(title), at: undefined, lines: [], isResolved: false };
  let isNextDay = false;
  for (const line of lines) {
    const [, who = '', said = ''] = /^([a-z]+)> ?(.*)$/.exec(line) ?? [];
    const [, days, hour, minute] = /^at (\d+) (\d\d):(\d\d)$/.exec(line) ?? [];
    const last = transcript.lines.at(-1);
    if (days !== undefined) transcript.at = { workdaysBack: Number(days), minute: Number(hour) * 60 + Number(minute) };
    else if (line === '...') isNextDay = true;
    else if (line === 'resolved') transcript.isResolved = true;
    else if (isSpeakerKey(who)) {
      transcript.lines.push({ who, text: said, isNextDay, reactions: [], starredBy: [], votes: [], file: undefined });
      isNextDay = false;
    } else if (last === undefined) throw new Error(`${title}: nobody says "${line}"`);
    else if (!annotate(last, line)) last.text += `\n${line}`;
  }
  for (const line of transcript.lines) line.text = line.text.trim();
  return transcript;
}

function placeOf(title: string): Pick<Transcript, 'channel' | 'topic' | 'people'> {
  if (title.startsWith('dm ')) return { channel: null, topic: '', people: people(title.slice(3).split(/, */)) };
  const [channel = '', topic] = title.split(' > ');
  if (topic === undefined) throw new Error(`"${title}" names no topic`);
  return { channel, topic, people: [] };
}

/** @returns whether the line was one about the message above it. */
function annotate(line: Line, text: string): boolean {
  const [, what, rest = ''] = /^ {2}(\+|\*|file|vote) (.+)$/.exec(text) ?? [];
  const [first = '', ...others] = rest.split(' ');
  if (what === '+') line.reactions.push({ emoji: first, by: people(others) });
  else if (what === '*') line.starredBy.push(...people([first, ...others]));
  else if (what === 'file') line.file = rest;
  else if (what === 'vote') line.votes.push({ option: Number(first), by: people(others) });
  return what !== undefined;
}

function people(names: readonly string[]): PersonKey[] {
  return names.map((name) => {
    if (!isPersonKey(name)) throw new Error(`"${name}" does not work here`);
    return name;
  });
}
