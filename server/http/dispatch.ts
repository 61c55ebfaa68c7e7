/**
 * From a matched route to an answer: authenticate, parse, run, wait for the disk, answer.
 * Knows endpoints, not what they do; who a caller is and how transactions are made is handed in.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
import { JsonText } from '../json-text.ts';
import { secretHash, type Credentials } from '../secrets.ts';
import type { AccountTurns, Turn } from './account-turns.ts';
import { keyInAddress, readCredentials } from './auth.ts';
import { rawParams, type BodyReader, type Sent } from './body.ts';
import { countForAccount } from './connections.ts';
import type { Answer, Endpoint, RequestInfo } from './endpoint.ts';
import { JsonList, RawAnswer } from './endpoint.ts';
import { readableFields } from './form-fields.ts';
import { ignoredParams } from './ignored-params.ts';
import { Later } from './later.ts';
import type { Params, Param, Parsed, RawParams } from './params.ts';
import { payloadOf } from './payload.ts';
import { Pieces, type Part } from './pieces.ts';
import { after, withEnd, type Soon } from './soon.ts';

/** Who may come in: what an endpoint says of it. */
export type Admission = Pick<Endpoint<never>, 'access' | 'anonymous' | 'whileDeactivated'>;

/** What the composition root knows and this layer does not. */
export interface Host<C> {
  /** How much is done for one account at a time. */
  turns: AccountTurns;
  /** Counts the request against the caller's share. @throws ApiError RATE_LIMIT_HIT */
  count(credentials: Credentials): Soon<void>;
  /** Proves who calls. @returns null when no one did and that is allowed. @throws ApiError 401 or by `access`. */
  authenticate(request: RequestInfo, credentials: Credentials, admission: Admission): Soon<number | null>;
  /** What the handler is given. */
  call(request: RequestInfo, credentials: Credentials, admission: Admission, params: Record<string, unknown>): C;
}

/** A request and the way back, a user who holds them. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Reads what was sent, and keeps its files until `work` is done. */
  readSent<T>(reader: BodyReader, work: (sent: Sent) => Soon<T>): Soon<T>;
}

/** An answer that has yet to be written. */
export interface Outgoing {
  status: number;
  headers: Record<string, string>;
  body: string | Pieces | Buffer | Readable | null;
}

export const jsonType = { 'Content-Type': 'application/json; charset=utf-8' } as const;

/**
 * Serves one request of one endpoint. @returns the answer, or what it will be when something happens.
 * @throws ApiError and whatever else the handler throws.
 */
export function serve<C>(
  endpoint: Endpoint<C>,
  pathParams: Record<string, string>,
  request: RequestInfo,
  host: Host<C>,
  exchange: Exchange,
): Soon<Outgoing | Later<Outgoing>> {
  const credentials = credentialsOf(endpoint, exchange.incoming);
  return after(host.count(credentials), () =>
    // Who may not call is notified before anything is looked at that was sent; a stranger's body is not read.
    after(host.authenticate(request, credentials, endpoint), (userId) => {
      if (userId !== null) countForAccount(exchange.incoming, userId);
      return exchange.readSent(
        { userId, takesFile: takesFile(endpoint), takesPayload: endpoint.takesPayload === true },
        (sent) => {
          const raw = whatWasSent(endpoint, pathParams, request, sent);
          return inTurn(
            request,
            exchange.outgoing,
            { host, credentials, isLongPoll: endpoint.isLongPoll === true },
            () => {
              const params = parseParams(endpoint.params, raw);
              request.isUnderstood = true;
              const ignored = ignoredParams(endpoint.params, raw);
              const answer = endpoint.run(host.call(request, credentials, endpoint, params));
              return after(answer, (made) => wholeAnswer(made, ignored, request.answerHeaders));
            },
          );
        },
      );
    }),
  );
}

/** Takes what was sent, and stores it with the request. */
function whatWasSent(
  endpoint: Pick<Endpoint<never>, 'takesPayload'>,
  pathParams: Record<string, string>,
  request: RequestInfo,
  sent: Sent,
): RawParams {
  const raw = endpoint.takesPayload === true ? calledAddress(pathParams, request, sent) : rawParams(sent, pathParams);
  request.client = plainName(raw.structured.has('client') ? undefined : raw.values.get('client')) ?? request.client;
  request.sent = raw.values;
  return raw;
}

/** Fields that are read of an address that cannot be read as a whole. */
const mostReadableFields = 20;

/**
 * The parameters of a call of a service are in its address, and its body is the payload. An address that cannot be read is a problem of
 * the payload: the endpoint refuses the call and notifies the owner of the bot.
 */
function calledAddress(pathParams: Record<string, string>, request: RequestInfo, sent: Sent): RawParams {
  const payload = payloadOf(sent);
  request.payload = payload;
  try {
    return rawParams({ querystring: sent.querystring }, pathParams);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.payload = { ...payload, problem: error };
    return rawParams({ querystring: readableFields(sent.querystring, mostReadableFields) }, pathParams);
  }
}

function wholeAnswer(
  made: Answer | RawAnswer | Later<Answer>,
  ignored: string[],
  headers: RequestInfo['answerHeaders'],
): Outgoing | Later<Outgoing> {
  if (made instanceof RawAnswer) return made;
  return made instanceof Later
    ? made.map((fields) => envelope(fields, ignored, headers))
    : envelope(made, ignored, headers);
}

/** Whose turn a request needs. */
interface TurnWanted {
  host: Pick<Host<never>, 'turns'>;
  credentials: Credentials;
  isLongPoll: boolean;
}

/** Works when the account's turn has come, and counts what is put together for it. Who waits for something to happen has no turn. */
function inTurn(
  request: RequestInfo,
  outgoing: ServerResponse,
  { host, credentials, isLongPoll }: TurnWanted,
  work: () => Soon<Outgoing | Later<Outgoing>>,
): Soon<Outgoing | Later<Outgoing>> {
  const secret = secretHash(credentials);
  return after(host.turns.take(secret, isLongPoll), (turn) =>
    withEnd(
      () =>
        after(work(), (answer) => {
          if (secret !== null && request.userId !== undefined) host.turns.belongsTo(secret, request.userId);
          return answer instanceof Later ? countedLater(turn, outgoing, answer) : counted(turn, outgoing, answer);
        }),
      () => turn.end(),
    ),
  );
}

/** Apart, as `wholeAnswer` is, so that what waits holds on to nothing but what it needs. */
const countedLater = (turn: Turn, outgoing: ServerResponse, answer: Later<Outgoing>): Later<Outgoing> =>
  answer.map((made) => counted(turn, outgoing, made));

function counted(turn: Turn, outgoing: ServerResponse, answer: Outgoing): Outgoing {
  const { body } = answer;
  if (typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Pieces) turn.answer(outgoing, body.length);
  return answer;
}

function credentialsOf(
  { access, takesPayload }: Pick<Endpoint<never>, 'access' | 'takesPayload'>,
  { headers, url = '' }: IncomingMessage,
): Credentials {
  if (access === 'anonymous') return { kind: 'none' };
  return (takesPayload === true ? keyInAddress(url) : undefined) ?? readCredentials(headers);
}

/** The name that a client gives itself goes into every message and log: it is short and can be read. */
function plainName(sent: string | undefined): string | undefined {
  const name = sent?.replaceAll(/\p{C}/gu, '').trim() ?? '';
  return name === '' ? undefined : [...name].slice(0, 60).join('');
}

const takingFiles = new WeakMap<Params, boolean>();

export function takesFile({ params }: { params: Params }): boolean {
  const takes = takingFiles.get(params) ?? Object.values(params).some((param) => param.spec.encoding === 'file');
  takingFiles.set(params, takes);
  return takes;
}

/** spec: Conventions 3 and 4. */
function envelope(answer: Answer, ignoredNames: string[], headers: RequestInfo['answerHeaders']): Outgoing {
  const whole: Answer = { result: 'success', msg: '', ...answer };
  if (ignoredNames.length > 0) whole['ignored_parameters_unsupported'] = ignoredNames;
  return {
    status: 200,
    headers: headers === undefined ? jsonType : { ...jsonType, ...headers },
    body: serialize(whole),
  };
}

function serialize(whole: Answer): string | Pieces {
  const before: Part[] = [];
  let text = '';
  for (const key of Object.keys(whole)) {
    const value = whole[key];
    if (value === undefined) continue;
    text += `${text === '' && before.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    if (value instanceof JsonText) {
      before.push(text, ...value.parts);
      text = '';
    } else if (!(value instanceof JsonList)) text += JSON.stringify(value);
    else if (isText(value.elements)) text += `[${value.elements.join(',')}]`;
    else {
      text += '[';
      for (const element of value.elements) {
        before.push(text, element);
        text = ',';
      }
      text = value.elements.length === 0 ? `${text}]` : ']';
    }
  }
  return before.length === 0 ? `${text}}` : new Pieces([...before, `${text}}`]);
}

const isText = (elements: JsonList['elements']): elements is readonly string[] => typeof elements[0] === 'string';

/** What parsing the parameters of an endpoint needs, made once. */
interface Prepared {
  /** In the order in which they are declared: the first that is wrong is reported. */
  list: { name: string; param: Param<unknown>; aliases: readonly string[] | undefined; isAlwaysRead: boolean }[];
  /** What there is of a request that sends nothing. */
  defaults: Record<string, unknown>;
}

const prepared = new WeakMap<Params, Prepared>();

function prepare(params: Params): Prepared {
  const declared = Object.entries(params);
  const list = declared.map(([name, param]) => {
    const { aliases, required, encoding } = param.spec;
    // Of what has to be there, and of files, which have no name, something is said in any case.
    const isAlwaysRead = required || encoding === 'file';
    return { name, param, aliases: aliases.length === 0 ? undefined : aliases, isAlwaysRead };
  });
  const made = { list, defaults: Object.fromEntries(declared.map(([name, { spec }]) => [name, spec.default])) };
  prepared.set(params, made);
  return made;
}

/** Parses every declared parameter. @throws ApiError for the first that is missing or wrong. */
function parseParams<P extends Params>(params: P, raw: RawParams): Parsed<P> {
  const { list, defaults } = prepared.get(params) ?? prepare(params);
  const { values } = raw;
  const parsed = { ...defaults };
  for (const { name, param, aliases, isAlwaysRead } of list)
    if (isAlwaysRead || values.has(name) || aliases?.some((alias) => values.has(alias)) === true)
      parsed[name] = param.parse(name, raw);
  return parsed as Parsed<P>;
}
