/**
 * Raw requests for the tests that walk the whole API: any method, path, body and credentials, many on few connections.
 * Every JSON answer is checked against the contract; what is not JSON is only counted by its status.
 */
import { FormData, Pool, type Dispatcher } from 'undici';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { encodeParams, type Body } from '../testing/client.ts';
import { checkResponse } from '../testing/contract.ts';

export type Params = Record<string, unknown>;

export interface RawRequest {
  method: string;
  /** With the prefix. */
  path: string;
  query?: string;
  body?: string | FormData;
  headers?: Record<string, string>;
}

export interface RawReply {
  status: number;
  /** Empty when the answer is not JSON. */
  body: Body;
  headers: Record<string, string | string[] | undefined>;
}

/** Values as a request carries them: text as it is, everything else as JSON text; files apart. */
export interface Encoded {
  values: Record<string, string>;
  files: Record<string, File>;
}

export function encode(params: Params): Encoded {
  const files = Object.entries(params).filter(([, value]) => value instanceof File) as [string, File][];
  const plain = Object.fromEntries(Object.entries(params).filter(([, value]) => !(value instanceof File)));
  return { values: Object.fromEntries(encodeParams(plain)), files: Object.fromEntries(files) };
}

const formType = 'application/x-www-form-urlencoded';
const channelType = 'application/octet-stream';

/** A request for an endpoint with these values: in its path, and in the query of a GET or the body of anything else. */
export function requestFor(endpoint: ApiEndpoint, { values, files }: Encoded): RawRequest {
  const { method, prefix = '/api/v1' } = endpoint;
  const rest = { ...values };
  const path = endpoint.path.replaceAll(/\{\*?([^}]+)\}/g, (_whole, name: string) => {
    const value = rest[name] ?? '';
    delete rest[name];
    return encodeURIComponent(value);
  });
  const form = formText(rest);
  if (method === 'GET') return { method, path: prefix + path, query: form };
  if (endpoint.takesStream === true)
    return { method, path: prefix + path, query: form, body: 'no backup', headers: { 'content-type': channelType } };
  if (endpoint.takesPayload === true)
    return { method, path: prefix + path, query: form, body: '{}', headers: { 'content-type': 'application/json' } };
  if (Object.keys(files).length === 0)
    return { method, path: prefix + path, body: form, headers: { 'content-type': formType } };
  const body = new FormData();
  for (const [name, value] of Object.entries(rest)) body.set(name, value);
  for (const [name, file] of Object.entries(files)) body.set(name, file);
  return { method, path: prefix + path, body };
}

/** Long texts that mean in a form what they say. */
const isPlain = /^[\w,[\]]{5000,}$/;

/** As URLSearchParams writes it, which takes lone surrogates; but long lists stay as short as they are. */
function formText(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value]) =>
    isPlain.test(value) ? `${encodeURIComponent(name)}=${value}` : new URLSearchParams({ [name]: value }).toString(),
  );
  return pairs.join('&');
}

/** Connections to one server; answers are checked as they come. */
export class Sender {
  readonly #pool: Pool;

  constructor(url: string) {
    this.#pool = new Pool(url, { connections: 4, keepAliveTimeout: 10_000 });
  }

  async send(request: RawRequest, authorization?: string): Promise<RawReply> {
    const { method, path, query = '', body, headers } = request;
    const response = await this.#pool.request({
      method: method as Dispatcher.HttpMethod,
      path: query === '' ? path : `${path}?${query}`,
      body: body === '' ? undefined : body,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
      // As testing/client.ts.
      reset: false,
    });
    const text = await response.body.text();
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const parsed = isJson && text !== '' ? (JSON.parse(text) as Body) : {};
    const isApi = path.startsWith('/api/v1/');
    if (isJson && response.headers['x-rehearsed'] === undefined && (isApi || response.statusCode >= 400))
      checkResponse(method, isApi ? path.slice('/api/v1'.length) : `!${path}`, response.statusCode, parsed);
    return { status: response.statusCode, body: parsed, headers: response.headers };
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}
