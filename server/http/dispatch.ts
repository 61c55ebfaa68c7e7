/**
 * From a matched route to an answer: authenticate, parse, run, wait for the disk, answer.
 * Knows endpoints, not what they do; who a caller is and how transactions are made is handed in by start.ts.
 */
import type { Context as KoaContext } from 'koa';
import type { AccountTurns } from './account-turns.ts';
import { readCredentials } from './auth.ts';
import { rawParams, type BodyReader } from './body.ts';
import type { Access, Answer, Context, Endpoint, RequestInfo, SystemView } from './endpoint.ts';
import { JsonText, RawAnswer } from './endpoint.ts';
import { ignoredParams, parseParams, type RawParams } from './params.ts';
import { hasBody } from './unread-body.ts';
import { secretHash, type Credentials } from '../secrets.ts';

/** Parameters that clients send everywhere, and that therefore are never reported as unsupported. */
const universalParams = new Set(['client']);

interface Caller {
  userId: number;
}

/** What the composition root knows and this layer does not. */
export interface Host<Viewing, Acting, System extends { services: unknown }> {
  services: System['services'];
  /** Counts the request against the caller's share. @throws ApiError RATE_LIMIT_HIT */
  count(credentials: Credentials): Promise<void>;
  /** How much is done for one account at a time. */
  turns: AccountTurns;
  /** Runs `fn` on a consistent view, with the caller that the credentials prove. @throws ApiError 401 or by `access`. */
  read<T>(request: RequestInfo, credentials: Credentials, access: Access, fn: (viewing: Viewing) => T): Promise<T>;
  /** The same in one transaction; resolves when it is on disk. */
  write<T>(request: RequestInfo, credentials: Credentials, access: Access, fn: (acting: Acting) => T): Promise<T>;
  readAsSystem<T>(request: RequestInfo, fn: (system: SystemView<System>) => T): Promise<T>;
  writeAsSystem<T>(request: RequestInfo, fn: (system: System) => T): Promise<T>;
  /** Proves credentials ahead of the handler. @returns null when none were sent and `access` allows that. */
  authenticate(request: RequestInfo, credentials: Credentials, access: Access): Promise<Caller | null>;
}

/** Serves one request of one endpoint; sets status, headers and body of `ctx`. `readBody` reads the body around a step. */
export async function serve<Viewing, Acting, System extends { services: unknown }>(
  ctx: KoaContext,
  endpoint: Endpoint<Viewing, Acting, System>,
  pathParams: Record<string, string>,
  request: RequestInfo,
  host: Host<Viewing, Acting, System>,
  readBody: (reader: BodyReader, next: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const credentials: Credentials =
    endpoint.access === 'anonymous' ? { kind: 'none' } : readCredentials(ctx.req.headers);
  await host.count(credentials);
  // A stranger's body is refused before it is read.
  const early = endpoint.kind === 'handle' || hasBody(ctx.req);
  const caller = early ? await host.authenticate(request, credentials, endpoint.access) : null;
  if (endpoint.takesStream === true) request.body = ctx.req;
  const around =
    endpoint.takesStream === true
      ? async (next: () => Promise<void>) => next()
      : async (next: () => Promise<void>) =>
          readBody({ isKnown: caller !== null, takesFile: takesFile(endpoint) }, next);
  await around(async () => {
    const raw = rawParams(ctx, pathParams);
    request.client = plainName(raw.structured.has('client') ? undefined : raw.values.get('client')) ?? request.client;
    request.sent = raw.values;
    await inTurn(async () => {
      const answer = await run(() => parseParams(endpoint.params, raw));
      if (answer instanceof RawAnswer) sendRaw(ctx, answer);
      else sendEnvelope(ctx, answer, ignored(endpoint, raw));
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

  async function run(parse: () => Record<string, unknown>): Promise<Answer | RawAnswer> {
    const { runRead, runWrite, runHandle, access } = endpoint;
    if (access === 'anonymous') {
      if (runRead !== undefined) return host.readAsSystem(request, (system) => runRead(system, parse()));
      if (runWrite !== undefined) return host.writeAsSystem(request, (system) => runWrite(system, parse()));
    }
    if (runRead !== undefined) return host.read(request, credentials, access, (viewing) => runRead(viewing, parse()));
    if (runWrite !== undefined) return host.write(request, credentials, access, (acting) => runWrite(acting, parse()));
    if (runHandle === undefined) throw new Error(`${endpoint.method} ${endpoint.path} has no handler`);
    const context: Context<Viewing, Acting, System> = {
      request,
      services: host.services,
      userId: caller?.userId ?? null,
      read: (fn) => host.read(request, credentials, access, fn),
      write: (fn) => host.write(request, credentials, access, fn),
      readAsSystem: (fn) => host.readAsSystem(request, fn),
      writeAsSystem: (fn) => host.writeAsSystem(request, fn),
    };
    return runHandle(context, parse());
  }
}

/** The name that a client gives itself goes into every message and log: it is short and can be read. */
function plainName(sent: string | undefined): string | undefined {
  const name = sent?.replaceAll(/\p{C}/gu, '').trim() ?? '';
  return name === '' ? undefined : [...name].slice(0, 60).join('');
}

function takesFile(endpoint: { params: Endpoint<unknown, unknown, { services: unknown }>['params'] }): boolean {
  return Object.values(endpoint.params).some((param) => param.spec.encoding === 'file');
}

function ignored(
  endpoint: { params: Endpoint<unknown, unknown, { services: unknown }>['params'] },
  raw: RawParams,
): string[] {
  return ignoredParams(endpoint.params, raw).filter((name) => !universalParams.has(name));
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
