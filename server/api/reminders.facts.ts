/** Facts of operations in reminders.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { reminder_id: (scene, who) => scene.of(who).reminder };

export const facts: Facts = {
  'DELETE /reminders/{reminder_id}': {
    circumstances: {
      'of someone else': {
        params: (scene) => ({ reminder_id: scene.of('other').reminder }),
        refused: nobody('no reminder'),
      },
    },
  },
};
