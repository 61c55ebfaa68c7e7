/** Facts of operations in ntfy-devices.ts that deviate from the defaults (spec/facts.ts). */
import {
  lifeless,
  nobody,
  withoutAccount,
  type Examples,
  type Facts,
  type OperationFacts,
  type SharedFacts,
} from '../spec/facts.ts';

export const examples: Examples = {
  device_id: (scene, who) => scene.of(who).phone,
  platform: () => 'android',
  shows_text: () => false,
};

export const shared: SharedFacts = { life: lifeless.phones };

/** A bot has no device. */
const ofDevice: OperationFacts = {
  refused: { bot: 'no phone', ...withoutAccount },
  circumstances: {
    'of someone else': { params: (scene) => ({ device_id: scene.of('other').phone }), refused: nobody('no phone') },
  },
};

export const facts: Facts = {
  'POST /users/me/ntfy_devices': { refused: { bot: 'no phones', ...withoutAccount } },
  'PATCH /users/me/ntfy_devices/{device_id}': ofDevice,
  'DELETE /users/me/ntfy_devices/{device_id}': ofDevice,
  'POST /users/me/ntfy_devices/{device_id}/test': ofDevice,
};
