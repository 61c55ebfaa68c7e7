/**
 * From a matched route to an answer: authenticate, parse, run, wait for the disk, answer.
 * Knows endpoints, not what they do; who a caller is and how transactions are made is handed in.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { AccountTurns } from './account-turns.ts';
import { keyInAddress, readCredentials } from './auth.ts';
import { payloadOf, rawParams, type BodyReader, type Sent } from './body.ts';
import type { Answer, Endpoint, RequestInfo } from './endpoint.ts';
import { JsonList, RawAnswer } from './endpoint.ts';
import { ignoredParams } from './ignored-params.ts';
import { Later } from './later.ts';
import type { Params, Param, Parsed, RawParams } from './params.ts';
import { Pieces } from './pieces.ts';
import { JsonText } from '../json-text.ts';
import { secretHash, type Credentials } from '../secrets.ts';

/** Who may come in: what an endpoint says of it. */
export type Admission = Pick<Endpoint<never>, 'access' | 'anonymous'>;

/** What the composition root knows and this layer does not. */
export interface Host<C> {
  /** How much is done for one account at a time. */
  turns: AccountTurns;
  /** Counts the request against the caller's share. @throws ApiError RATE_LIMIT_HIT */
  count(credentials: Credentials): Promise<void>;
  /** Proves who calls. @returns null when nobody did and that is allowed. @throws ApiError 401 or by `access`. */
  authenticate(request: RequestInfo, credentials: Credentials, admission: Admission): Promise<number | null>;
  /** What the handler is given. */
  call(request: RequestInfo, credentials: Credentials, admission: Admission, params: Record<string, unknown>): C;
}

/** A request and the way back, whoever holds them. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Reads what was sent, and keeps its files until `work` is done. */
  readSent(reader: BodyReader, work: (sent: Sent) => Promise<void>): Promise<void>;
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
export async function serve<C>(
  endpoint: Endpoint<C>,
  pathParams: Record<string, string>,
  request: RequestInfo,
  host: Host<C>,
  exchange: Exchange,
): Promise<Outgoing | Later<Outgoing>> {
  const { incoming, outgoing } = exchange;
  const credentials = credentialsOf(endpoint, incoming);
  await host.count(credentials);
  // Who may not call is told so before anything is looked at that was sent; a stranger's body is not read.
  const userId = await host.authenticate(request, credentials, endpoint);
  let made: Outgoing | Later<Outgoing> | undefined;
  await exchange.readSent({ isKnown: userId !== null, takesFile: takesFile(endpoint) }, async (sent) => {
    const takesPayload = endpoint.takesPayload === true;
    if (takesPayload) request.payload = payloadOf(sent);
    const raw = rawParams(takesPayload ? { querystring: sent.querystring } : sent, pathParams);
    request.client = plainName(raw.structured.has('client') ? undefined : raw.values.get('client')) ?? request.client;
    request.sent = raw.values;
    made = await inTurn(async () => {
      const params = parseParams(endpoint.params, raw);
      const ignored = ignoredParams(endpoint.params, raw);
      const whole = (fields: Answer | RawAnswer): Outgoing =>
        fields instanceof RawAnswer ? fields : envelope(fields, ignored);
      const answer = await endpoint.run(host.call(request, credentials, endpoint, params));
      return answer instanceof Later ? answer.map(whole) : whole(answer);
    });
  });
  if (made === undefined) throw new Error('unreachable: what was sent has been read');
  return made;

  /** Works when the account's turn has come, and counts what is put together for it. Who waits for something to happen has no turn. */
  async function inTurn(work: () => Promise<Outgoing | Later<Outgoing>>): Promise<Outgoing | Later<Outgoing>> {
    const secret = secretHash(credentials);
    const turn = await host.turns.take(secret, endpoint.isLongPoll === true);
    const counted = (answer: Outgoing): Outgoing => {
      const { body } = answer;
      if (typeof body === 'string' || Buffer.isBuffer(body) || body instanceof Pieces)
        turn.answer(outgoing, body.length);
      return answer;
    };
    try {
      const answer = await work();
      if (secret !== null && request.userId !== undefined) host.turns.belongsTo(secret, request.userId);
      return answer instanceof Later ? answer.map(counted) : counted(answer);
    } finally {
      turn.end();
    }
  }
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
function envelope(answer: Answer, ignoredNames: string[]): Outgoing {
  const whole: Answer = { result: 'success', msg: '', ...answer };
  if (ignoredNames.length > 0) whole['ignored_parameters_unsupported'] = ignoredNames;
  return { status: 200, headers: jsonType, body: serialize(whole) };
}

function serialize(whole: Answer): string | Pieces {
  const before: (string | Buffer)[] = [];
  let text = '';
  for (const [key, value] of Object.entries(whole)) {
    if (value === undefined) continue;
    text += `${text === '' && before.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    if (value instanceof JsonText) {
      before.push(text, ...value.parts);
      text = '';
    } else if (!(value instanceof JsonList)) text += JSON.stringify(value);
    else if (isText(value.elements)) text += `[${value.elements.join(',')}]`;
    else {
      before.push(
        `${text}[`,
        ...value.elements.flatMap((element, index) => (index === 0 ? [element] : [',', element])),
      );
      text = ']';
    }
  }
  return before.length === 0 ? `${text}}` : new Pieces([...before, `${text}}`]);
}

const isText = (elements: JsonList['elements']): elements is readonly string[] => typeof elements[0] === 'string';

/** What parsing the parameters of an endpoint needs, made once. */
interface Prepared {
  /** In the order in which they are declared: the first that is wrong is told. */
  list: [name: string, param: Param<unknown>][];
  /** What there is of a request that sends nothing. */
  defaults: Record<string, unknown>;
}

const prepared = new WeakMap<Params, Prepared>();

function prepare(params: Params): Prepared {
  const list = Object.entries(params);
  const defaults = Object.fromEntries(list.map(([name, { spec }]) => [name, spec.default]));
  prepared.set(params, { list, defaults });
  return { list, defaults };
}

/** Parses every declared parameter. @throws ApiError for the first that is missing or wrong. */
function parseParams<P extends Params>(params: P, raw: RawParams): Parsed<P> {
  const { list, defaults } = prepared.get(params) ?? prepare(params);
  const parsed = { ...defaults };
  for (const [name, param] of list) if (param.mustBeRead(name, raw)) parsed[name] = param.parse(name, raw);
  return parsed as Parsed<P>;
}
