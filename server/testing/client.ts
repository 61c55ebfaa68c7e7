/**
 * The one HTTP client of the tests. It encodes parameters as the API wants them, and checks every response and every event
 * that any test receives against the contract (contract.ts), so that no test has to.
 */
import { Agent, Headers, type Dispatcher } from 'undici';
import { checkEvent, checkResponse } from './contract.ts';
import { checkLanguages } from './error-languages.ts';

export type Body = Record<string, unknown>;
export interface Reply {
  status: number;
  body: Body;
  readonly headers: Headers;
}
export type ParamValue = unknown;

export interface Who {
  userId: number;
  email: string;
  apiKey: string;
  name: string;
}

const apiPrefix = '/api/v1';

/** For all worlds of a process. `fetch` does the same at several times the processor time, which tests have little of. */
const agent = new Agent();

/** A string goes as it is; anything else as JSON text. `undefined` is left out. */
export function encodeParams(params: Record<string, ParamValue>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

export class Client {
  readonly userId: number;
  readonly email: string;
  readonly name: string;
  apiKey: string;
  /** Changes when the world restarts its server. */
  readonly baseUrl: () => string;

  constructor(baseUrl: () => string, who: Who) {
    this.baseUrl = baseUrl;
    this.userId = who.userId;
    this.email = who.email;
    this.apiKey = who.apiKey;
    this.name = who.name;
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.email}:${this.apiKey}`).toString('base64')}`;
  }

  async get(path: string, params: Record<string, ParamValue> = {}): Promise<Reply> {
    const query = encodeParams(params).toString();
    return this.request('GET', path, { query });
  }

  async post(path: string, params: Record<string, ParamValue> = {}): Promise<Reply> {
    return this.request('POST', path, { body: encodeParams(params) });
  }

  async patch(path: string, params: Record<string, ParamValue> = {}): Promise<Reply> {
    return this.request('PATCH', path, { body: encodeParams(params) });
  }

  async put(path: string, params: Record<string, ParamValue> = {}): Promise<Reply> {
    return this.request('PUT', path, { body: encodeParams(params) });
  }

  async delete(path: string, params: Record<string, ParamValue> = {}): Promise<Reply> {
    return this.request('DELETE', path, { body: encodeParams(params) });
  }

  /** One file in a multipart body, with further fields. */
  async upload(
    path: string,
    file: { name: string; content: string | Uint8Array; type?: string },
    params: Record<string, ParamValue> = {},
  ): Promise<Reply> {
    const form = new FormData();
    for (const [name, value] of encodeParams(params)) form.set(name, value);
    form.set(
      'filename',
      new File([file.content as Uint8Array<ArrayBuffer>], file.name, { type: file.type ?? 'application/octet-stream' }),
    );
    return this.request('POST', path, { body: form });
  }

  /** The same calls, for a 200 only: they give the body or throw with what came instead. */
  readonly ok = {
    get: async (path: string, params?: Record<string, ParamValue>): Promise<Body> =>
      success(await this.get(path, params)),
    post: async (path: string, params?: Record<string, ParamValue>): Promise<Body> =>
      success(await this.post(path, params)),
    patch: async (path: string, params?: Record<string, ParamValue>): Promise<Body> =>
      success(await this.patch(path, params)),
    put: async (path: string, params?: Record<string, ParamValue>): Promise<Body> =>
      success(await this.put(path, params)),
    delete: async (path: string, params?: Record<string, ParamValue>): Promise<Body> =>
      success(await this.delete(path, params)),
    upload: async (path: string, file: { name: string; content: string | Uint8Array; type?: string }): Promise<Body> =>
      success(await this.upload(path, file)),
  };

  /** Expects an error whose status, code and further fields are the given ones. */
  async fails(
    method: string,
    path: string,
    params: Record<string, ParamValue>,
    expected: { status: number; code: string } & Body,
  ): Promise<Body> {
    const isGet = method === 'GET';
    const encoded = encodeParams(params);
    const reply = await this.request(method, path, isGet ? { query: encoded.toString() } : { body: encoded });
    const { status, ...fields } = expected;
    const wrong =
      reply.status !== status ||
      Object.entries(fields).some(([key, value]) => JSON.stringify(reply.body[key]) !== JSON.stringify(value));
    if (wrong)
      throw new Error(
        `${method} ${path}: expected ${JSON.stringify(expected)}, got ${reply.status} ${JSON.stringify(reply.body)}`,
      );
    return reply.body;
  }

  /** Registers an event queue. */
  async register(params: Record<string, ParamValue> = {}): Promise<TestQueue> {
    const state = await this.ok.post('/register', params);
    return new TestQueue(this, state);
  }

  /** Any request, checked. `path` is below the API prefix; a path outside it starts with "!". */
  async request(
    method: string,
    path: string,
    options: {
      query?: string;
      body?: URLSearchParams | FormData | string;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    } = {},
  ): Promise<Reply> {
    const query = options.query === undefined || options.query === '' ? '' : `?${options.query}`;
    const url = path.startsWith('!') ? path.slice(1) : `${apiPrefix}${path}`;
    const { body: sent, type } = await encodeBody(options.body);
    const response = await agent.request({
      origin: this.baseUrl(),
      path: `${url}${query}`,
      method: method as Dispatcher.HttpMethod,
      headers: {
        authorization: this.authorization,
        'user-agent': 'node',
        ...(type !== undefined && { 'content-type': type }),
        ...Object.fromEntries(
          Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
        ),
      },
      body: sent,
      signal: options.signal,
      // Or every DELETE with a body would end its connection, and the next request make another.
      reset: false,
    });
    const { statusCode: status } = response;
    const text = await response.body.text();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    if (!isJson && !path.startsWith('!'))
      throw new Error(`${method} ${path}: ${status} is not JSON: ${text.slice(0, 300)}`);
    const body = isJson && text !== '' ? (JSON.parse(text) as Body) : { text };
    if (isJson) checkLanguages(body);
    if (isJson && method !== 'HEAD') checkResponse(method, path.startsWith('!') ? url : path, status, body);
    return {
      status,
      body,
      get headers() {
        return new Headers(
          Object.entries(response.headers).flatMap(([name, value = '']) => [value].flat().map((one) => [name, one])),
        );
      },
    };
  }
}

/** As `fetch` sends it: its text or bytes, and the type that says what they are. */
async function encodeBody(
  body: URLSearchParams | FormData | string | undefined,
): Promise<{ body?: string | Uint8Array; type?: string }> {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body, type: 'text/plain;charset=UTF-8' };
  if (body instanceof URLSearchParams)
    return { body: body.toString(), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  const form = new Response(body);
  return { body: new Uint8Array(await form.arrayBuffer()), type: form.headers.get('content-type') ?? undefined };
}

function success(reply: Reply): Body {
  if (reply.status !== 200) throw new Error(`expected success, got ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** A registered queue and the events it has given so far. */
export class TestQueue {
  readonly client: Client;
  /** The whole answer of POST /register. */
  readonly state: Body;
  readonly queueId: string;
  lastEventId: number;

  constructor(client: Client, state: Body) {
    this.client = client;
    this.state = state;
    this.queueId = String(state['queue_id']);
    this.lastEventId = Number(state['last_event_id']);
  }

  /** Events since the last call, without waiting; acknowledges them with the next call. */
  async events(): Promise<Body[]> {
    return this.#poll({ dont_block: true });
  }

  /** Waits for at least one event, or a heartbeat. */
  async next(): Promise<Body[]> {
    return this.#poll({});
  }

  /** Events of one type since the last call. */
  async eventsOf(type: string): Promise<Body[]> {
    return (await this.events()).filter((event) => event['type'] === type);
  }

  async #poll(params: Body): Promise<Body[]> {
    const body = await this.client.ok.get('/events', {
      queue_id: this.queueId,
      last_event_id: this.lastEventId,
      ...params,
    });
    const events = body['events'] as Body[];
    for (const event of events) {
      checkEvent(event);
      const id = Number(event['id']);
      if (id <= this.lastEventId) throw new Error(`event ids must rise: ${id} after ${this.lastEventId}`);
      this.lastEventId = id;
    }
    return events;
  }
}
