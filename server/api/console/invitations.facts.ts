/** Facts of operations in invitations.ts that deviate from the defaults (spec/facts.ts). */
import { withoutAccount, lifeless, type Facts } from '../../spec/facts.ts';

export const facts: Facts = {
  'POST /console/invitees': { refused: { ...withoutAccount, guest: 'no' }, life: lifeless.unchanged },
};
