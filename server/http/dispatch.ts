/**
 * From a matched route to an answer: authenticate, parse, run, wait for the disk, answer.
 * Knows endpoints, not what they do; who a caller is and how transactions are made is handed in.
 */
import type { Context as KoaContext } from 'koa';
import type { AccountTurns } from './account-turns.ts';
import { readCredentials } from './auth.ts';
import { rawParams, type BodyReader } from './body.ts';
import type { Answer, Endpoint, RequestInfo } from './endpoint.ts';
import { JsonText, RawAnswer } from './endpoint.ts';
import { ignoredParams, parseParams, type Params } from './params.ts';
import { secretHash, type Credentials, type Access } from '../secrets.ts';

/** What the composition root knows and this layer does not. */
export interface Host<C> {
  /** How much is done for one account at a time. */
  turns: AccountTurns;
  /** Counts the request against the caller's share. @throws ApiError RATE_LIMIT_HIT */
  count(credentials: Credentials): Promise<void>;
  /** Proves who calls. @returns null when nobody did and `access` allows that. @throws ApiError 401 or by `access`. */
  authenticate(request: RequestInfo, credentials: Credentials, access: Access): Promise<number | null>;
  /** What the handler is given. */
  call(request: RequestInfo, credentials: Credentials, access: Access, params: Record<string, unknown>): C;
}

/** Serves one request of one endpoint; sets status, headers and body of `ctx`. `readBody` reads the body around a step. */
export async function serve<C>(
  ctx: KoaContext,
  endpoint: Endpoint<C>,
  pathParams: Record<string, string>,
  request: RequestInfo,
  host: Host<C>,
  readBody: (reader: BodyReader, next: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const credentials: Credentials =
    endpoint.access === 'anonymous' ? { kind: 'none' } : readCredentials(ctx.req.headers);
  await host.count(credentials);
  // Who may not call is told so before anything is looked at that was sent; a stranger's body is not read.
  const userId = await host.authenticate(request, credentials, endpoint.access);
  if (endpoint.takesStream === true) request.body = ctx.req;
  const around =
    endpoint.takesStream === true
      ? async (next: () => Promise<void>) => next()
      : async (next: () => Promise<void>) =>
          readBody({ isKnown: userId !== null, takesFile: takesFile(endpoint) }, next);
  await around(async () => {
    const raw = rawParams(ctx, pathParams);
    request.client = plainName(raw.structured.has('client') ? undefined : raw.values.get('client')) ?? request.client;
    request.sent = raw.values;
    await inTurn(async () => {
      const params = parseParams(endpoint.params, raw);
      const answer = await endpoint.run(host.call(request, credentials, endpoint.access, params));
      if (answer instanceof RawAnswer) sendRaw(ctx, answer);
      else sendEnvelope(ctx, answer, ignoredParams(endpoint.params, raw));
    });
  });

  /** Works when the account's turn has come, and counts what is put together for it. */
  async function inTurn(work: () => Promise<void>): Promise<void> {
    const secret = secretHash(credentials);
    const turn = await host.turns.take(secret, endpoint.isLongPoll === true);
    try {
      await work();
      if (secret !== null && request.userId !== undefined) host.turns.belongsTo(secret, request.userId);
      if (typeof ctx.body === 'string' || Buffer.isBuffer(ctx.body)) turn.answer(ctx.res, ctx.body.length);
    } finally {
      turn.end();
    }
  }
}

/** The name that a client gives itself goes into every message and log: it is short and can be read. */
function plainName(sent: string | undefined): string | undefined {
  const name = sent?.replaceAll(/\p{C}/gu, '').trim() ?? '';
  return name === '' ? undefined : [...name].slice(0, 60).join('');
}

function takesFile(endpoint: { params: Params }): boolean {
  return Object.values(endpoint.params).some((param) => param.spec.encoding === 'file');
}

/** api-v1.md, Conventions 3 and 4. */
function sendEnvelope(ctx: KoaContext, answer: Answer, ignoredNames: string[]): void {
  const envelope: Answer = { result: 'success', msg: '', ...answer };
  if (ignoredNames.length > 0) envelope['ignored_parameters_unsupported'] = ignoredNames;
  ctx.status = 200;
  ctx.type = 'application/json';
  ctx.body = serialize(envelope);
}

function serialize(envelope: Answer): string {
  const fields = Object.entries(envelope)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${value instanceof JsonText ? value.text : JSON.stringify(value)}`);
  return `{${fields.join(',')}}`;
}

function sendRaw(ctx: KoaContext, answer: RawAnswer): void {
  ctx.status = answer.status;
  ctx.set(answer.headers);
  ctx.body = answer.body;
}
