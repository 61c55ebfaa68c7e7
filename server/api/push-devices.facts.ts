/** Facts of operations in push-devices.ts that deviate from the defaults (spec/facts.ts). */
import { lifeless, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = {
  appid: () => 'org.example.Hearth',
  bouncer_public_key: () => 'bouncer-key',
  encrypted_push_registration: () => 'c2VhbGVk',
  push_account_id: () => 77,
  push_public_key: () => 'cHVibGlj'.repeat(4),
  token_kind: () => 'fcm',
};

export const facts: Facts = {
  'POST /mobile_push/register': { call: { params: ({ ids }) => ({ push_public_key: ids.publicKey }) } },
  'DELETE /users/me/android_gcm_reg_id': { call: { params: ({ ids }) => ({ token: ids.token }) } },
  'DELETE /users/me/apns_device_token': { call: { params: ({ ids }) => ({ token: ids.token }) } },
  'POST /mobile_push/test_notification': { life: lifeless.relay },
  'POST /mobile_push/e2ee/test_notification': { life: lifeless.relay },
};
