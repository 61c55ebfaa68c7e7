/** Registering devices for push notifications (contract: register-push-device and add-mobile-push-reg-id). */
import { callRelay, isPublicKey, notifyDevice } from '../delivery/push.ts';
import { DeliveryError } from '../delivery/worker.ts';
import type { Viewing } from '../domain/acting.ts';
import * as pushDevices from '../domain/push/devices.ts';
import { type ApiError, coded } from '../errors.ts';
import { int, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const token = text().describe('The device token.').secret();

export const registerPushDevice = endpoint({
  method: 'POST',
  path: '/mobile_push/register',
  access: 'authenticated',
  summary: 'Registers a device for end-to-end encrypted push notifications.',
  params: {
    token_kind: oneOf(['fcm', 'apns']),
    push_account_id: int().describe("Random number, unique among the client's accounts.").secret(),
    push_public_key: text({ min: 1, max: 1000 }).describe('Base64; notifications are encrypted for it.'),
    bouncer_public_key: text({ min: 1, max: 1000 }).describe('Which key of the push relay was used.'),
    encrypted_push_registration: text({ min: 1, max: 10_000 }).describe('Base64; only the relay can read it.'),
  },
  async run({ read, write, params }) {
    await read(({ db }) => pushDevices.accessPushRelay(db));
    const isKey = await isPublicKey(params.push_public_key);
    return write((acting) => {
      pushDevices.registerPushDevice(acting, params, isKey);
      return {};
    });
  },
});

export const addFcmToken = endpoint({
  method: 'POST',
  path: '/users/me/mobile_push_reg_id',
  aliases: ['/users/me/android_gcm_reg_id'],
  access: 'authenticated',
  summary: 'Registers a device token; use POST /mobile_push/register instead.',
  deprecated: true,
  params: { token },
  run: ({ write, params }) =>
    write((acting) => {
      pushDevices.addPushToken(acting, 'fcm', params.token, null);
      return {};
    }),
});

export const removeFcmToken = endpoint({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  aliases: ['/users/me/mobile_push_reg_id'],
  access: 'authenticated',
  summary: 'Forgets a device token.',
  params: { token },
  run: ({ write, params }) =>
    write((acting) => {
      pushDevices.removePushToken(acting, 'fcm', params.token);
      return {};
    }),
});

export const addApnsToken = endpoint({
  method: 'POST',
  path: '/users/me/apns_device_token',
  access: 'authenticated',
  summary: 'Registers an iOS device token; use POST /mobile_push/register instead.',
  params: {
    token,
    appid: text({ min: 1, max: 200 }).check((value) => /^[.a-zA-Z0-9-]+$/.test(value), 'Invalid app ID'),
  },
  run: ({ write, params }) =>
    write((acting) => {
      pushDevices.addPushToken(acting, 'apns', params.token, params.appid);
      return {};
    }),
});

export const removeApnsToken = endpoint({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  access: 'authenticated',
  summary: 'Forgets an iOS device token.',
  params: { token },
  run: ({ write, params }) =>
    write((acting) => {
      pushDevices.removePushToken(acting, 'apns', params.token);
      return {};
    }),
});

export const sendTestNotification = endpoint({
  method: 'POST',
  path: '/mobile_push/test_notification',
  access: 'authenticated',
  summary: 'Has the push relay send a test to your device tokens, or to one.',
  params: { token: token.optional() },
  async run(call) {
    const { relayUrl, tokens } = await call.read((viewing) => ({
      relayUrl: pushDevices.accessPushRelay(viewing.db),
      tokens: pushDevices.accessPushTokens(viewing, call.params.token),
    }));
    for (const known of tokens) {
      await callRelay(relayUrl, 'test', { token_kind: known.kind, token: known.token }, call.request.signal).catch(
        relayFailure((msg) => coded('INVALID_REMOTE_PUSH_DEVICE_TOKEN', msg)),
      );
    }
    return {};
  },
});

export const e2eeTestNotification = endpoint({
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  access: 'authenticated',
  summary: 'Sends an encrypted test notification to your devices, or to one.',
  params: { push_account_id: int().optional().secret() },
  async run(call) {
    const { relayUrl, devices, notification } = await call.read((viewing) => ({
      relayUrl: pushDevices.accessPushRelay(viewing.db),
      devices: pushDevices.accessActiveDevices(viewing, call.params.push_account_id),
      notification: testNotification(viewing),
    }));
    for (const device of devices) {
      await notifyDevice(relayUrl, device, notification, call.request.signal).catch(relayFailure(relayFailed));
    }
    return {};
  },
});

function testNotification({ user, now, origin }: Viewing): object {
  return { type: 'test', user_id: user.id, time: now, realm_url: origin };
}

/** What it means to the caller that the relay refused, failed or was not there. */
function relayFailure(refused: (msg: string) => ApiError): (error: unknown) => never {
  return (error) => {
    throw relayError(error, refused);
  };
}

const relayFailed = (msg: string): ApiError => coded('INTERNAL_SERVER_ERROR_ON_BOUNCER', msg, 502);

function relayError(error: unknown, refused: (msg: string) => ApiError): unknown {
  if (!(error instanceof DeliveryError)) return error;
  if (error.status === undefined)
    return coded('FAILED_TO_CONNECT_BOUNCER', 'The push relay could not be reached.', 502);
  if (error.status >= 500) return relayFailed('The push relay failed.');
  return refused('The push relay refused the notification.');
}
