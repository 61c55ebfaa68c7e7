/**
 * A request as it is remembered once it is answered: without any secret, and bounded. What was sent as a password, key or
 * token is gone before anything is kept, wherever it stood.
 */
import { secretFields, secretMark } from '../secrets.ts';
import type { RequestInfo } from './endpoint.ts';
import { Pieces } from './pieces.ts';
import type { Privacy } from './privacy.ts';

export interface AnsweredRequest {
  id: string;
  method: string;
  /** Without what is secret or private in it. */
  path: string;
  /** The declared path, "/messages/{message_id}"; null where no endpoint answered. */
  route: string | null;
  /** Texts as sent, secrets masked, long ones cut; null when the request was refused before they were read. */
  params: Record<string, string> | null;
  status: number;
  /** The code of the error; null for a success. */
  code: string | null;
  /** How long it took, milliseconds, a long poll's wait included. */
  ms: number;
  userId: number | null;
  client: string;
  ip: string;
  /** The fault on demand that hit it; null for an honest answer. */
  fault: string | null;
  /** The JSON that was answered, secrets masked and cut; null where answers are not kept. */
  answer: string | null;
  /** Which parameters administrators see of it, of the request of another; null = all of it (privacy.ts). */
  envelope: ReadonlySet<string> | null;
}

/** In place of the names of parameters that a personal endpoint does not declare. */
const ignoredName = '[ignored]';
const maxParams = 40;
const maxValueLength = 2000;
const maxAnswerLength = 100_000;
const maxPathLength = 300;
const nothing: ReadonlySet<string> = new Set();

/** @param answer what came of it. */
export function answeredRequest(
  request: Pick<
    RequestInfo,
    'id' | 'method' | 'path' | 'client' | 'ip' | 'userId' | 'route' | 'sent' | 'isUnderstood' | 'fault'
  >,
  answer: { status: number; code: string | null; ms: number; body?: unknown },
): AnsweredRequest {
  const privacy = request.route?.privacy;
  return {
    id: request.id,
    method: request.method,
    path: (request.route?.shownPath ?? request.path).slice(0, maxPathLength),
    route: request.route?.path ?? null,
    params: request.sent === undefined || privacy === undefined ? null : keptParams(request.sent, privacy),
    status: answer.status,
    code: answer.code,
    ms: answer.ms,
    userId: request.userId ?? null,
    client: request.client.slice(0, 100),
    ip: request.ip,
    fault: request.fault ?? null,
    answer: keptAnswer(answer.body),
    envelope: envelopeOf(privacy, request.isUnderstood === true),
  };
}

/** Of a personal request that was refused before its parameters were parsed, nothing is shown: an envelope is a parsed value. */
function envelopeOf(privacy: Privacy | undefined, isUnderstood: boolean): AnsweredRequest['envelope'] {
  if (privacy?.envelope === null) return null;
  return isUnderstood ? (privacy?.envelope ?? nothing) : nothing;
}

/** Long answers, such as the state of a whole organization, are not worth looking through for secrets. */
function keptAnswer(answer: unknown): string | null {
  if (answer instanceof Pieces && answer.length > maxAnswerLength) return `[${answer.length} bytes]`;
  const body = answer instanceof Pieces ? answer.text : answer;
  if (typeof body !== 'string') return null;
  if (body.length > maxAnswerLength) return `[${body.length} characters]`;
  if (!/^\s*[[{]/.test(body)) return cut(body);
  try {
    return cut(JSON.stringify(JSON.parse(body), (key, value: unknown) => (secretFields.has(key) ? secretMark : value)));
  } catch {
    return secretMark;
  }
}

/** Parameters without what must not be kept. */
export function keptParams(sent: ReadonlyMap<string, string>, privacy: Privacy): Record<string, string> {
  const kept = [...sent].slice(0, maxParams);
  // A long text is cut only after it has been looked through.
  return Object.fromEntries(kept.map(([name, value]) => [keptName(name, privacy), cut(privacy.kept(name, value))]));
}

/**
 * The name of a parameter, where it can be a slip of a declared one. A body that was sent in another form than its type says is read
 * as one long name: of a personal request that is not kept.
 */
const keptName = (name: string, { isDeclared, envelope }: Privacy): string =>
  envelope === null || isDeclared(name) ? name.slice(0, 100) : ignoredName;

const cut = (text: string): string => (text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`);

/** The path as logs may show it. */
export function loggedPath({ path, route }: Pick<RequestInfo, 'path' | 'route'>): string {
  return (route?.shownPath ?? shortenedPath(path)).slice(0, maxPathLength);
}

/** The topic of a phone: a user who knows it reads its notifications. */
const secretSegment = /[^/]*hearth-[^/]*/gi;

/** A path that no endpoint declares may hold anything, the key of a link for one: only its beginning is shown. */
function shortenedPath(written: string): string {
  const path = written.replaceAll(secretSegment, 'hearth-…');
  const parts = path.split('/');
  // "/join/<key>" leads to "/chat/join/<key>".
  const kept = parts[1] === 'console' || parts[1] === 'chat' ? 3 : 2;
  return parts.length > kept ? `${parts.slice(0, kept).join('/')}/…` : path;
}
