/** Facts of operations in presence.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, unaudited, type Examples, type Facts } from '../spec/facts.ts';

export const examples: Examples = { status: () => 'active' };

export const facts: Facts = {
  'POST /users/me/presence': { refused: { ...withoutAccount, bot: 'not bots' }, audit: unaudited.shown },
};
