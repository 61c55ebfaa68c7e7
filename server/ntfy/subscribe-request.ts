/** Requests to subscribe, as ntfy reads them: topics and form in the path, parameters in headers or the query. Pure. */
import type { IncomingHttpHeaders } from 'node:http';
import { invalidPriority, invalidSince, notFound, type NtfyEvent } from './wire.ts';

export type Form = 'json' | 'sse' | 'raw' | 'ws' | 'auth';

export type Since =
  | { kind: 'none' }
  | { kind: 'all' }
  | { kind: 'latest' }
  | { kind: 'id'; id: string }
  /** UNIX seconds. */
  | { kind: 'time'; time: number };

/** What a message has to match; undefined matches all. */
export interface Filters {
  id: string | undefined;
  message: string | undefined;
  title: string | undefined;
  /** One of these. */
  priorities: readonly number[];
  /** All of these. */
  tags: readonly string[];
}

export interface SubscribeRequest {
  poll: boolean;
  since: Since;
  filters: Filters;
}

interface TopicPath {
  /** As they were written, separated by commas. */
  written: string;
  /** Without empty ones and repetitions. */
  topics: readonly string[];
  form: Form;
}

/** More topics than a person has accounts on one server. */
const maxTopics = 50;
const topicPath = /^\/([-_A-Za-z0-9]{1,64}(?:,[-_A-Za-z0-9]{1,64})*)\/(json|sse|raw|ws|auth)$/;
const publishPath = /^\/[-_A-Za-z0-9]{1,64}(?:\/(?:publish|send|trigger))?$/;

/** @param path of the address. @throws NtfyError 404 for a path that subscribes to nothing */
export function readTopicPath(path: string): TopicPath {
  const [, written = '', form] = topicPath.exec(path) ?? [];
  const topics = [...new Set(written.split(','))];
  if (form === undefined || topics.length > maxTopics) throw notFound();
  return { written, topics, form: form as Form };
}

/** Whether a request would publish, were this server open to it. */
export const isPublishing = (method: string | undefined, path: string): boolean =>
  publishPath.test(path) && (method === 'PUT' || method === 'POST' || (method === 'GET' && path.includes('/', 1)));

/**
 * @param now UNIX seconds, for durations.
 * @throws NtfyError 400 for a value that ntfy refuses
 */
export function readSubscribeRequest(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  now: number,
): SubscribeRequest {
  const read = (...names: string[]): string => readParam(headers, query, names);
  const poll = ['1', 'yes', 'true'].includes(read('x-poll', 'poll', 'po').toLowerCase());
  return {
    poll,
    since: readSince(read('x-since', 'since', 'si'), poll, now),
    filters: {
      id: read('x-id', 'id') || undefined,
      message: read('x-message', 'message', 'm') || undefined,
      title: read('x-title', 'title', 't') || undefined,
      tags: listOf(read('x-tags', 'tags', 'tag', 'ta')),
      priorities: listOf(read('x-priority', 'priority', 'prio', 'p')).map(priorityOf),
    },
  };
}

/** Whether a subscriber with these filters gets an event: they are for messages alone. */
export function passes(filters: Filters, event: NtfyEvent): boolean {
  if (event.event !== 'message') return true;
  const { id, message, title, priorities, tags } = filters;
  return (
    (id === undefined || id === event.id) &&
    (message === undefined || message === event.message) &&
    (title === undefined || title === event.title) &&
    (priorities.length === 0 || priorities.includes(event.priority ?? 3)) &&
    tags.every((tag) => event.tags?.includes(tag) === true)
  );
}

/** Headers before the query; of several names the first that has a value. */
function readParam(headers: IncomingHttpHeaders, query: URLSearchParams, names: readonly string[]): string {
  const fromHeaders = names.map((name) => headerValue(name, headers[name]));
  const lower = new Map([...query].toReversed().map(([name, value]) => [name.toLowerCase(), value.trim()]));
  return [...fromHeaders, ...names.map((name) => lower.get(name) ?? '')].find((value) => value !== '') ?? '';
}

/** Browsers send a header `Priority` of another meaning (RFC 9218: "u=1, i"). */
function headerValue(name: string, value: string | string[] | undefined): string {
  const text = [value ?? ''].flat().join(',').trim();
  return name === 'priority' && /^u=\d(?:,\s*(?:i|\d))?$/.test(text) ? '' : text;
}

const listOf = (text: string): string[] => text.split(',').filter((part) => part !== '');

const priorityNames = [
  ['1', 'min'],
  ['2', 'low'],
  ['3', 'default'],
  ['4', 'high'],
  ['5', 'max', 'urgent'],
] as const;

function priorityOf(text: string): number {
  const name = text.trim().toLowerCase();
  const index = priorityNames.findIndex((names) => (names as readonly string[]).includes(name));
  if (index === -1) throw invalidPriority();
  return index + 1;
}

function readSince(text: string, poll: boolean, now: number): Since {
  if (text === '') return { kind: poll ? 'all' : 'none' };
  if (text === 'all' || text === 'latest' || text === 'none') return { kind: text };
  if (/^[A-Za-z0-9]{12}$/.test(text)) return { kind: 'id', id: text };
  if (/^[-+]?\d{1,15}$/.test(text)) return { kind: 'time', time: Number(text) };
  const seconds = durationSecs(text);
  if (seconds === undefined) throw invalidSince();
  return { kind: 'time', time: now - seconds };
}

const unitSecs: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

/** A duration as Go writes it: "10m", "1h30m", "1.5h". @returns whole seconds; undefined for other texts */
function durationSecs(text: string): number | undefined {
  if (!/^[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d*\.?\d*)(ns|us|µs|ms|s|m|h)/g)];
  const seconds = parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * (unitSecs[unit] ?? 0), 0);
  return Math.floor(text.startsWith('-') ? -seconds : seconds);
}
