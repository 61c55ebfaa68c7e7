/** Facts of operations in web-push.ts that deviate from the defaults (spec/facts.ts). */
import {
  lifeless,
  nobody,
  withoutAccount,
  type Examples,
  type Facts,
  type OperationFacts,
  type SharedFacts,
} from '../spec/facts.ts';

/** A point of the curve: that of the example in RFC 8291. */
const key = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';

export const examples: Examples = {
  subscription_id: (scene, who) => scene.of(who).browser,
  endpoint: () => 'https://push.example/new',
  p256dh: () => key,
  auth: () => 'BTBZMqHH6r4Tts7J_aSIgg',
};

export const shared: SharedFacts = { life: lifeless.phones };

/** A bot has no browser. */
const ofBrowser: OperationFacts = {
  refused: { bot: 'no browser', ...withoutAccount },
  circumstances: {
    'of someone else': {
      params: (scene) => ({ subscription_id: scene.of('other').browser }),
      refused: nobody('no browser'),
    },
  },
};

export const facts: Facts = {
  'POST /users/me/web_push': { refused: { bot: 'no browsers', ...withoutAccount } },
  'DELETE /users/me/web_push/{subscription_id}': ofBrowser,
  'POST /users/me/web_push/{subscription_id}/test': ofBrowser,
};
