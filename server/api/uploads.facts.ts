/** Facts of operations in uploads.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, nobody, unaudited, type Examples, type Facts } from '../spec/facts.ts';
import { type Actor, type Scene } from '../spec/scene.ts';
import type { Params } from '../spec/send.ts';

export const examples: Examples = { realm_id_str: (scene, who) => scene.of(who).upload.split('/')[0] };

export const facts: Facts = {
  'GET /user_uploads/{realm_id_str}/{*filename}': { call: { params: ownFile } },
  'GET !/user_uploads/{realm_id_str}/{*filename}': {
    refused: withoutAccount,
    circumstances: {
      'uploaded by someone else, not shared': {
        params: (scene) => ({
          filename: scene.of('other').upload.split('/').slice(1).join('/'),
        }),
        refused: nobody('no file'),
      },
    },
    call: { params: ownFile },
    audit: unaudited.visible,
  },
  'GET !/user_uploads/temporary/{ticket}/{*filename}': {
    refused: {},
    call: { params: ({ ids }) => ({ ticket: ids.ticket[0], filename: ids.ticket[1] }) },
    audit: unaudited.visible,
  },
  'GET !/user_uploads/thumbnail/{realm_id_str}/{random}/{filename}/{format}': {
    refused: withoutAccount,
    call: {
      params: (scene, who) => {
        const [, random, filename] = scene.of(who).upload.split('/');
        return { random, filename, format: '300x200.jpg' };
      },
    },
    audit: unaudited.visible,
  },
};

function ownFile(scene: Scene, who: Actor): Params {
  const [realm, ...rest] = scene.of(who).upload.split('/');
  return { realm_id_str: realm, filename: rest.join('/') };
}
