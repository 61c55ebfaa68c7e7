/** Facts of operations in attachments.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { attachment_id: (scene, who) => scene.of(who).attachment };

export const facts: Facts = {
  'DELETE /attachments/{attachment_id}': {
    circumstances: {
      'uploaded by someone else': {
        params: (scene) => ({
          attachment_id: scene.of('other').attachment,
        }),
        refused: nobody('no upload'),
      },
    },
  },
};
