/** A push service for tests, and a browser that subscribes with it: decrypts what comes as RFC 8291 says, without the library that encrypts. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export class PushService {
  readonly pushed: Pushed[] = [];
  /** What it answers, by path. */
  readonly statuses = new Map<string, number>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = request;
    this.pushed.push({ path, headers, body: await buffer(request) });
    response.writeHead(this.statuses.get(path) ?? 201).end();
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What came for an endpoint. */
  to(endpoint: string): Pushed[] {
    return this.pushed.filter(({ path }) => path === new URL(endpoint).pathname);
  }
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Decrypts one record of aes128gcm as a browser does. @throws Error where it is not for this browser */
export function decrypted(pair: ECDH, auth: Buffer, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = derived(pair.computeSecret(sender), auth, info, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The padding of the record is wrong.');
  return padded.subarray(0, end).toString('utf8');
}

/** A browser with its keys. */
export class TestBrowser {
  readonly endpoint: string;
  readonly auth = Buffer.alloc(16, 7);
  readonly #pair = createECDH('prime256v1');

  constructor(service: PushService, name: string) {
    this.endpoint = `${service.origin}/push/${name}`;
    this.#pair.generateKeys();
  }

  get params(): Record<string, string> {
    return {
      endpoint: this.endpoint,
      p256dh: this.#pair.getPublicKey('base64url'),
      auth: this.auth.toString('base64url'),
      name: 'Firefox on Linux',
    };
  }

  read({ body }: Pushed): Record<string, unknown> {
    return JSON.parse(decrypted(this.#pair, this.auth, body)) as Record<string, unknown>;
  }
}

/** What the token of a push says, once its signature is that of the key beside it. @throws Error for any other */
export function verifiedClaims({ headers }: Pushed): Record<string, unknown> & { key: string } {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The signature is not of this key.');
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>), key };
}
