/**
 * Web push: notifications for browsers by the push service of their maker. What it transports is encrypted for the browser (RFC 8291,
 * aes128gcm), and signed as being of this server (VAPID, RFC 8292).
 */
import { createECDH, createPrivateKey, sign } from 'node:crypto';
import { hourSecs } from '../durations.ts';
import { postBytes } from './http-post.ts';
import { makeNetworkGuard } from './network-guard.ts';
import { DeliveryError, type DeliveryHandler } from './worker.ts';

/** What a browser says of its subscription (Push API: PushSubscription). The keys are base64url. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Base64url: the uncompressed point on P-256, and the private number. */
export interface VapidKeys {
  public_key: string;
  private_key: string;
}

/** What the queue keeps of a notification: which, not what it says. */
export interface WebPushErrand {
  subscriptionId: number;
  /** null: a test. */
  messageId: number | null;
}

export interface WebPushPort<A> {
  /** undefined when there is nothing left to send, or nowhere to send it. */
  prepare(userId: number, errand: WebPushErrand): Promise<PreparedPush | undefined>;
  /** The push service took it, or said that it never will: `gone` = the subscription no longer exists. */
  settle(acting: A, subscriptionId: number, outcome: 'taken' | 'gone' | { error: string }): void;
}

export interface PreparedPush {
  subscription: BrowserSubscription;
  keys: VapidKeys;
  /** Address at which the operator of a push service finds who sends: https or mailto. */
  contact: string;
  text: string;
  isUrgent: boolean;
  /** A waiting notification of the same topic is replaced: at most 32 letters, digits, - and _. */
  topic: string;
  /** UNIX seconds. */
  now: number;
  allowedNetworks: readonly string[];
}

const curve = 'prime256v1';
const pointBytes = 65;
const numberBytes = 32;
const authBytes = 16;
/** Push services refuse tokens that are good for more than a day. */
const tokenSecs = 12 * hourSecs;
/** For so long a push service keeps what a browser has not fetched: as the ntfy app. */
const keptSecs = 12 * hourSecs;
const pausesMs = [5_000, 30_000, 120_000, 600_000, 1_800_000];
/** The push service says that there is no such subscription, or no longer. */
const goneStatuses = new Set([404, 410]);

/** @returns a new pair of keys. */
export function makeVapidKeys(): VapidKeys {
  const pair = createECDH(curve);
  const publicKey = pair.generateKeys('base64url', 'uncompressed');
  const number = pair.getPrivateKey();
  // The number may begin with zeros, which are left out.
  const whole = Buffer.concat([Buffer.alloc(numberBytes - number.length), number]);
  return { public_key: publicKey, private_key: whole.toString('base64url') };
}

/** Whether a text is the secret of a browser, base64url. */
export const isBrowserSecret = (auth: string): boolean => Buffer.from(auth, 'base64url').length === authBytes;

/** Whether something can be encrypted for a key: it is a point of the curve, base64url. */
export function isBrowserKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== pointBytes) return false;
  try {
    const pair = createECDH(curve);
    pair.generateKeys();
    pair.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}

/** @returns the value of the header Authorization: a token for the push service alone, signed with ES256. @param now UNIX seconds */
function vapidAuthorization(endpoint: string, keys: VapidKeys, contact: string, now: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: new URL(endpoint).origin, exp: now + tokenSecs, sub: contact };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const point = Buffer.from(keys.public_key, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: keys.private_key,
      x: point.subarray(1, 1 + numberBytes).toString('base64url'),
      y: point.subarray(1 + numberBytes).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.public_key}`;
}

/** @returns what the push service transports, and only the browser reads: one record of aes128gcm. */
async function encryptedFor({ p256dh, auth }: BrowserSubscription, text: string): Promise<Buffer> {
  const { default: ece } = await import('http_ece');
  const pair = createECDH(curve);
  pair.generateKeys();
  return ece.encrypt(Buffer.from(text), { version: 'aes128gcm', dh: p256dh, authSecret: auth, privateKey: pair });
}

export function webPushHandler<A>(port: WebPushPort<A>): DeliveryHandler<A> {
  return {
    kind: 'web_push',
    pausesMs,
    async send(delivery, signal) {
      const errand = JSON.parse(delivery.payload) as WebPushErrand;
      const prepared = await port.prepare(delivery.subject_id ?? 0, errand);
      if (prepared === undefined)
        throw new DeliveryError('There is nothing to send, or nowhere to send it, any more.', { permanent: true });
      const status = await post(prepared, signal);
      return { status, follow: (acting) => port.settle(acting, errand.subscriptionId, 'taken') };
    },
    failed(acting, delivery, { status, message }) {
      const { subscriptionId } = JSON.parse(delivery.payload) as WebPushErrand;
      const isGone = status !== undefined && goneStatuses.has(status);
      port.settle(acting, subscriptionId, isGone ? 'gone' : { error: message });
    },
  };
}

/** @throws DeliveryError */
async function post(push: PreparedPush, signal: AbortSignal): Promise<number> {
  const { subscription, keys, contact, text, isUrgent, topic, now } = push;
  const guard = await makeNetworkGuard(push.allowedNetworks);
  try {
    const headers = {
      authorization: vapidAuthorization(subscription.endpoint, keys, contact, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSecs),
      urgency: isUrgent ? 'high' : 'normal',
      topic,
    };
    const body = await encryptedFor(subscription, text);
    return (await postBytes(subscription.endpoint, body, headers, guard, signal)).status;
  } finally {
    await guard.dispatcher.close();
  }
}
