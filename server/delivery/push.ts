/**
 * Errands to the push relay. Three calls, each a POST of JSON below the relay's address:
 *   /register        token_kind, bouncer_public_key, encrypted_push_registration -> {device_id}, or 400 with a `code`
 *   /register_token  token_kind, token, app_id
 *   /notify          device_id, push_account_id, encrypted_data
 * An iPhone with the ntfy app is woken by a POST without a body to an ntfy server on the internet, below its address the SHA-256 of the
 * topic's address, with the id of the notification as X-Poll-ID: the app then reads it from this server.
 * `encrypted_data` is base64 of a sealed box (X25519, XSalsa20-Poly1305) for the device's public key: the relay reads nothing.
 */
import { postEmpty, postJson, type PostAnswer } from './http-post.ts';
import { makeNetworkGuard, type NetworkGuard } from './network-guard.ts';
import { DeliveryError, type DeliveryHandler } from './worker.ts';

export interface PushPort<A> {
  /** The address of the relay, or of what wakes iPhones, and the device that an errand is about; undefined when the errand has no aim any more. */
  prepare(
    userId: number,
    errand: PushErrand,
  ): Promise<{ relayUrl: string; device: PushDeviceRow | undefined } | undefined>;
  settle(
    acting: A,
    userId: number,
    pushAccountId: number,
    outcome: { deviceId: number } | { errorCode: string | null },
  ): void;
}

const pausesMs = [5_000, 30_000, 120_000, 600_000, 1_800_000];
/** What the relay may say of a registration (contract: RegisterResponsePushDevicesValue, error_code). */
const knownCodes = new Set(['INVALID_BOUNCER_PUBLIC_KEY', 'REQUEST_EXPIRED']);

export function pushHandler<A>(port: PushPort<A>): DeliveryHandler<A> {
  return {
    kind: 'push',
    pausesMs,
    async send(delivery, signal) {
      const errand = JSON.parse(delivery.payload) as PushErrand;
      const userId = delivery.subject_id ?? 0;
      const found = await port.prepare(userId, errand);
      if (found === undefined)
        throw new DeliveryError('There is nothing to send, or nowhere to send it, any more.', { permanent: true });
      if (errand.type === 'wake_up') return { status: (await wakeUp(found.relayUrl, errand, signal)).status };
      if (errand.type === 'register_token') {
        const { kind, token, appId } = errand;
        const { status } = await callRelay(
          found.relayUrl,
          'register_token',
          { token_kind: kind, token, app_id: appId },
          signal,
        );
        return { status };
      }
      if (found.device === undefined)
        throw new DeliveryError('The device is no longer registered.', { permanent: true });
      if (errand.type === 'notify') {
        const { status } = await notifyDevice(found.relayUrl, found.device, errand.notification, signal);
        return { status };
      }
      const { token_kind, bouncer_public_key, encrypted_push_registration } = found.device;
      const { status, text } = await callRelay(
        found.relayUrl,
        'register',
        { token_kind, bouncer_public_key, encrypted_push_registration },
        signal,
      );
      const deviceId = Number((parsed(text) as { device_id?: unknown }).device_id);
      if (!Number.isSafeInteger(deviceId)) throw new DeliveryError('The push relay gave no device_id.');
      return { status, follow: (acting) => port.settle(acting, userId, errand.pushAccountId, { deviceId }) };
    },
    failed(acting, delivery, error) {
      const errand = JSON.parse(delivery.payload) as PushErrand;
      if (errand.type !== 'register') return;
      const { code } = parsed(error.response ?? '') as { code?: unknown };
      const errorCode = typeof code === 'string' && knownCodes.has(code) ? code : null;
      port.settle(acting, delivery.subject_id ?? 0, errand.pushAccountId, { errorCode });
    },
  };
}

/** Encrypts a notification for one device and hands it to the relay. @throws DeliveryError */
export async function notifyDevice(
  relayUrl: string,
  device: PushDeviceRow,
  notification: object,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const sealed = await sealedFor(device.push_public_key, JSON.stringify(notification));
  return callRelay(
    relayUrl,
    'notify',
    {
      device_id: device.bouncer_device_id,
      push_account_id: device.push_account_id,
      encrypted_data: Buffer.from(sealed).toString('base64'),
    },
    signal,
  );
}

/** @param publicKey base64. @throws Error for what is no key. */
async function sealedFor(publicKey: string, text: string): Promise<Uint8Array> {
  const { default: sodium } = await import('libsodium-wrappers');
  await sodium.ready;
  return sodium.crypto_box_seal(text, Buffer.from(publicKey, 'base64'));
}

/** Whether something can be encrypted for a key: not every number of the right length is one. @param publicKey base64 */
export const isPublicKey = async (publicKey: string): Promise<boolean> =>
  sealedFor(publicKey, '').then(
    () => true,
    () => false,
  );

/** @throws DeliveryError */
async function wakeUp(url: string, { topic, key }: WakeUp, signal: AbortSignal): Promise<PostAnswer> {
  return withAnyNetwork(async (guard) =>
    postEmpty(`${url.replace(/\/+$/, '')}/${topic}`, { 'x-poll-id': key }, guard, signal),
  );
}

type WakeUp = Extract<PushErrand, { type: 'wake_up' }>;

/** Posts to the relay. @throws DeliveryError */
export async function callRelay(
  relayUrl: string,
  call: string,
  body: object,
  signal: AbortSignal,
): Promise<PostAnswer> {
  return withAnyNetwork(async (guard) => postJson(`${relayUrl.replace(/\/+$/, '')}/${call}`, body, guard, signal));
}

/** For addresses that an owner chose: private ones are right. */
async function withAnyNetwork<T>(send: (guard: NetworkGuard) => Promise<T>): Promise<T> {
  const guard = await makeNetworkGuard(['0.0.0.0/0', '::/0']);
  try {
    return await send(guard);
  } finally {
    await guard.dispatcher.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

export interface PushDeviceRow {
  user_id: number;
  push_account_id: number;
  token_kind: 'fcm' | 'apns';
  /** Base64 of the device's X25519 public key. */
  push_public_key: string;
  bouncer_public_key: string;
  encrypted_push_registration: string;
  status: 'pending' | 'active' | 'failed';
  error_code: string | null;
  /** The relay's own number for the device. */
  bouncer_device_id: number | null;
  created_at: number;
}

/** What the queue keeps of one errand to the relay. */
export type PushErrand =
  | { type: 'register'; pushAccountId: number }
  | { type: 'register_token'; kind: 'fcm' | 'apns'; token: string; appId: string | null }
  | { type: 'notify'; pushAccountId: number; notification: object }
  /** `topic` is a SHA-256, `key` the id of the notification. */
  | { type: 'wake_up'; topic: string; key: string };
