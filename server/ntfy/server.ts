/**
 * The server side of the ntfy protocol: subscriptions by HTTP and WebSocket, and links of action buttons. No one publishes here.
 * It knows topics and stored messages, and no chat.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { httpSink, webSocketSink } from './sinks.ts';
import type { StreamOptions, Streams, SubscribedDevice } from './streams.ts';
import {
  isPublishing,
  readSubscribeRequest,
  readTopicPath,
  type Form,
  type SubscribeRequest,
} from './subscribe-request.ts';
import { NtfyError, notFound, notWebSocket, publishingRefused, streamForms, type NtfyEvent } from './wire.ts';

/** Where topics and links begin; the rest of such a path is a secret. */
const topicPrefix = 'hearth-';
/** Paths that are answered here: topics, links of action buttons, and the health that ntfy's clients ask for. */
export const ntfyPaths = /^\/(?:v1\/health|[^/]*hearth-[^/]*(?:\/.*)?)$/;
const readPath = /^\/hearth-read\/([A-Za-z0-9]{12})\/([0-9a-f]{32})$/;
/** Bytes that a WebSocket client may send at once: it only answers pings. */
const maxClientBytes = 64;

/** The link that marks the conversation of a notification as read. @param proof of the user who was sent the notification */
export const readLink = (origin: string, key: string, proof: string): string =>
  `${origin}/${topicPrefix}read/${key}/${proof}`;

export interface Topics {
  /**
   * Looks up topics in a time that says nothing of them, and notes that their devices are in use.
   * @param origin under which the request came.
   * @returns those that exist
   */
  find(topics: readonly string[], origin: string): Promise<SubscribedDevice[]>;
  /** @returns false when there is no such notification, or it was not sent to the user who has this proof */
  markRead(key: string, proof: string): Promise<boolean>;
}

interface Settings {
  topics: Topics;
  streams: Streams;
  /** UNIX milliseconds. */
  nowMs: () => number;
  /** An id of the protocol: 12 letters and digits. */
  newId: () => string;
  /** Is told of a request that subscribes to devices that exist. */
  onSubscribed?: (request: IncomingMessage) => void;
}

/** What a request subscribes to. */
interface Subscription extends SubscribeRequest {
  form: Form;
  written: string;
  devices: SubscribedDevice[];
}

const everyOrigin = { 'Access-Control-Allow-Origin': '*' };
const preflightHeaders = {
  ...everyOrigin,
  'Access-Control-Allow-Methods': 'GET, PUT, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers': '*',
};

export class NtfyServer {
  readonly #settings: Settings;
  readonly #webSockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: maxClientBytes });

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Answers a request to one of `ntfyPaths`. @param origin under which it came. */
  async handle(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    try {
      await this.#answer(request, response, origin);
    } catch (error) {
      if (!(error instanceof NtfyError)) throw error;
      sendJson(response, error.status, error.json);
    }
  }

  /** Answers a request for a WebSocket; a refusal has no body, as ntfy's has none. */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, origin: string): Promise<void> {
    try {
      const subscription = await this.#subscription(request, origin);
      if (subscription.form !== 'ws' || request.method !== 'GET') throw notFound();
      this.#webSockets.handleUpgrade(request, socket, head, (client) => this.#openSocket(client, subscription, origin));
    } catch (error) {
      const status = error instanceof NtfyError ? error.status : 500;
      socket.end(`HTTP/1.1 ${status} ntfy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      if (!(error instanceof NtfyError)) throw error;
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { method = '' } = request;
    const path = pathOf(request);
    if (method === 'OPTIONS') {
      response.writeHead(200, { ...preflightHeaders, 'Content-Length': 0 }).end();
      return;
    }
    const [, key, proof] = readPath.exec(path) ?? [];
    if (key !== undefined && proof !== undefined && method === 'POST') {
      if (!(await this.#settings.topics.markRead(key, proof))) throw notFound();
      sendJson(response, 200, JSON.stringify({ success: true }));
      return;
    }
    if (isPublishing(method, path)) throw publishingRefused();
    if (method !== 'GET' && method !== 'HEAD') throw notFound();
    if (path === '/v1/health') sendJson(response, 200, JSON.stringify({ healthy: true }));
    else await this.#subscribe(request, response, origin);
  }

  async #subscribe(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
    const { form, ...subscription } = await this.#subscription(request, origin);
    if (form === 'ws') throw notWebSocket();
    if (form === 'auth') {
      sendJson(response, 200, JSON.stringify({ success: true }));
      return;
    }
    const { contentType, encode } = streamForms[form];
    response.writeHead(200, { ...everyOrigin, 'Content-Type': `${contentType}; charset=utf-8` });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    response.flushHeaders();
    const sink = httpSink(response, encode, () => this.#signal('keepalive', subscription.written));
    response.once('close', this.#open({ ...subscription, sink, origin }));
  }

  #openSocket(client: WebSocket, subscription: Subscription, origin: string): void {
    // A client that breaks the protocol is gone; nothing else follows from it.
    client.on('error', () => client.terminate());
    client.once('close', this.#open({ ...subscription, sink: webSocketSink(client), origin }));
  }

  #open({ written, ...options }: Omit<StreamOptions, 'opening'> & { written: string }): () => void {
    return this.#settings.streams.open({
      ...options,
      opening: options.poll ? undefined : this.#signal('open', written),
    });
  }

  async #subscription(request: IncomingMessage, origin: string): Promise<Subscription> {
    const { written, topics, form } = readTopicPath(pathOf(request));
    const query = new URLSearchParams((request.url ?? '').split('?').slice(1).join('?'));
    const devices = await this.#settings.topics.find(topics, origin);
    if (devices.length === 0) throw notFound();
    const asked = readSubscribeRequest(request.headers, query, this.#now);
    if (form !== 'auth') this.#settings.streams.check(devices);
    this.#settings.onSubscribed?.(request);
    return { ...asked, written, form, devices };
  }

  #signal(event: 'open' | 'keepalive', topic: string): NtfyEvent {
    return { id: this.#settings.newId(), time: this.#now, event, topic };
  }

  get #now(): number {
    return Math.floor(this.#settings.nowMs() / 1000);
  }
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?')[0] ?? '';

function sendJson(response: ServerResponse, status: number, json: string): void {
  const body = `${json}\n`;
  response.writeHead(status, {
    ...everyOrigin,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}
