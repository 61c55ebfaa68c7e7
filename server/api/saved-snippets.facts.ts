/** Facts of operations in saved-snippets.ts that deviate from the defaults (spec/facts.ts). */
import { nobody, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { saved_snippet_id: (scene, who) => scene.of(who).snippet, title: () => 'A title' };

export const facts: Facts = {
  'PATCH /saved_snippets/{saved_snippet_id}': {
    circumstances: {
      'of someone else': {
        params: (scene) => ({
          saved_snippet_id: scene.of('other').snippet,
        }),
        refused: nobody('no snippet'),
      },
    },
    call: { params: () => ({ title: 'Changed' }) },
  },
  'DELETE /saved_snippets/{saved_snippet_id}': {
    circumstances: {
      'of someone else': {
        params: (scene) => ({
          saved_snippet_id: scene.of('other').snippet,
        }),
        refused: nobody('no snippet'),
      },
    },
  },
};
