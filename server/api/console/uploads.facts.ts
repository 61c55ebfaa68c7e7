/** Facts of operations in uploads.ts that deviate from the defaults (spec/facts.ts). */
import { unaudited, type Examples, type Facts } from '../../spec/facts.ts';

export const examples: Examples = { upload_id: (scene, who) => scene.of(who).attachment };

export const facts: Facts = {
  'DELETE /console/uploads/{upload_id}': { audit: unaudited.written },
};
