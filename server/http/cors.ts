/**
 * Calls from pages of other origins, where the server allows them (the switch `cors_enabled`): by API key, never by cookie. A page
 * that is let in reads what a user who gave it their key may read, and nothing that a browser knows on its own.
 */
import type { IncomingMessage } from 'node:http';
import { apiPrefix } from './routes.ts';

const sentHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Tus-Resumable',
  'Upload-Concat',
  'Upload-Defer-Length',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-HTTP-Method-Override',
  'X-Requested-With',
];
const readHeaders = [
  'Location',
  'Retry-After',
  'Search-Index',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
  'X-Request-Id',
];

/** Seconds for which a browser believes what it was informed. */
const maxAge = 600;

const everyOrigin = { 'Access-Control-Allow-Origin': '*' };
const ofAnswers = { ...everyOrigin, 'Access-Control-Expose-Headers': readHeaders.join(', ') };
const ofQuestions = {
  ...everyOrigin,
  'Access-Control-Allow-Methods': 'DELETE, GET, HEAD, PATCH, POST, PUT',
  'Access-Control-Allow-Headers': sentHeaders.join(', '),
  'Access-Control-Max-Age': String(maxAge),
};

type CrossOriginRequest = Pick<IncomingMessage, 'headers' | 'method'>;

/**
 * Headers that let a page of another origin read the answer; none for what came with a cookie.
 * @param path of the API or of an uploaded file, as it is declared.
 */
export function crossOriginHeaders(
  { headers }: CrossOriginRequest,
  path: string,
  isAllowed: boolean,
): Record<string, string> {
  const isShared = path.startsWith(`${apiPrefix}/`) || path.startsWith('/user_uploads/');
  return isAllowed && isShared && headers.origin !== undefined && headers.cookie === undefined ? ofAnswers : {};
}

/** What a browser asks before such a call; undefined for any other request. */
export function answerToPreflight(
  asked: CrossOriginRequest,
  path: string,
  isAllowed: boolean,
): Record<string, string> | undefined {
  const isQuestion = asked.method === 'OPTIONS' && asked.headers['access-control-request-method'] !== undefined;
  const isAnswered = isQuestion && Object.keys(crossOriginHeaders(asked, path, isAllowed)).length > 0;
  return isAnswered ? ofQuestions : undefined;
}
