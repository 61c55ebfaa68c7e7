/** Facts of operations in drafts.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = {
  draft: () => ({ type: 'private', to: [], topic: '', content: 'changed' }),
  draft_id: (scene, who) => scene.of(who).draft,
};

export const facts: Facts = {
  'PATCH /drafts/{draft_id}': {
    circumstances: {
      'of someone else': { params: (scene) => ({ draft_id: scene.of('other').draft }), refused: nobody('no draft') },
    },
  },
  'DELETE /drafts/{draft_id}': {
    circumstances: {
      'of someone else': { params: (scene) => ({ draft_id: scene.of('other').draft }), refused: nobody('no draft') },
    },
  },
};
