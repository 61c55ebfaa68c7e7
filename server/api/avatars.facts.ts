/** Facts of operations in avatars.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, unaudited, type Examples, type Facts, type SharedFacts } from '../spec/facts.ts';

export const examples: Examples = { size: () => 'medium' };

export const shared: SharedFacts = { audit: unaudited.shown };

export const facts: Facts = {
  'GET !/avatar/{user_id_or_email}': { refused: withoutAccount, audit: unaudited.visible },
  'GET !/avatar/{user_id_or_email}/{size}': { refused: withoutAccount, audit: unaudited.visible },
};
