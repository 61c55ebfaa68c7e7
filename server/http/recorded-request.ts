/**
 * A request as it is remembered once it is answered: without any secret, and bounded. What was sent as a password, key or
 * token is gone before anything is kept, wherever it stood.
 */
import type { RequestInfo } from './endpoint.ts';

export interface AnsweredRequest {
  id: string;
  method: string;
  /** With "[secret]" in place of keys and tickets. */
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
}

const masked = '[secret]';
const secretName =
  /pass(word|wd|code|phrase)|secret|token|api_?key|authorization|cookie|credential|csrf|ticket|config_data|push_account|(^|_)key$/i;
/** A key in PEM form is one wherever it stands, as in a file that has the certificate too. */
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;
const secretSegments = /key|token|ticket|random|file_?name|fragment/;
const maxParams = 40;
const maxValueLength = 2000;
const maxAnswerLength = 100_000;
const maxPathLength = 300;

/** @param answer what came of it. */
export function answeredRequest(
  request: Pick<RequestInfo, 'id' | 'method' | 'path' | 'client' | 'ip' | 'userId' | 'route' | 'sent' | 'fault'>,
  answer: { status: number; code: string | null; ms: number; body?: unknown },
): AnsweredRequest {
  return {
    id: request.id,
    method: request.method,
    path: maskedPath(request),
    route: request.route?.path ?? null,
    params: request.sent === undefined ? null : maskedParams(request.sent),
    status: answer.status,
    code: answer.code,
    ms: answer.ms,
    userId: request.userId ?? null,
    client: request.client.slice(0, 100),
    ip: request.ip,
    fault: request.fault ?? null,
    answer: keptAnswer(answer.body),
  };
}

/** Long answers, such as the state of a whole organization, are not worth looking through for secrets. */
function keptAnswer(body: unknown): string | null {
  if (typeof body !== 'string') return null;
  if (body.length > maxAnswerLength) return `[${body.length} characters]`;
  return withoutSecrets(body);
}

/** Parameters without what must not be kept. */
export function maskedParams(sent: ReadonlyMap<string, string>): Record<string, string> {
  const kept: [string, string][] = [];
  for (const [name, value] of sent) {
    if (kept.length === maxParams) break;
    kept.push([name.slice(0, 100), secretName.test(name) ? masked : withoutSecrets(value)]);
  }
  return Object.fromEntries(kept);
}

/** Secrets hide inside JSON too. A long text is cut only after it has been looked through. */
function withoutSecrets(value: string): string {
  if (privateKey.test(value)) return masked;
  const text = /^\s*[[{]/.test(value) && secretName.test(value.replaceAll('"', '\n')) ? maskedJson(value) : value;
  return text.length <= maxValueLength ? text : `${text.slice(0, maxValueLength)}…`;
}

function maskedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (key, value: unknown) => (secretName.test(key) ? masked : value));
  } catch {
    return masked;
  }
}

/** The path as logs and the console may show it: keys and tickets in it are masked. */
export function maskedPath({ path, route }: Pick<RequestInfo, 'path' | 'route'>): string {
  const secrets = Object.entries(route?.values ?? {})
    .filter(([name, value]) => secretSegments.test(name) && value !== '')
    .map(([, value]) => value);
  const plain = secrets.reduce(
    (text, secret) => text.replaceAll(encodeURI(secret), masked).replaceAll(secret, masked),
    path,
  );
  return plain.slice(0, maxPathLength);
}

/** A path that no endpoint declares may hold anything, the key of a link for one: only its beginning is shown. */
export function shortenedPath(path: string): string {
  const parts = path.split('/');
  // "/join/<key>" leads to "/chat/join/<key>".
  const kept = parts[1] === 'console' || parts[1] === 'chat' ? 3 : 2;
  return (parts.length > kept ? `${parts.slice(0, kept).join('/')}/…` : path).slice(0, maxPathLength);
}
