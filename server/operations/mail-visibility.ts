/** Who may read a mail that waits in the outbox or in the queue: some hand over more than an administrator may give away. */
import type { Viewing } from '../domain/acting.ts';
import { mayReadInvitationLinks } from '../domain/invitations/invitations.ts';
import { mayReadResetLinks } from '../domain/accounts/password-changes.ts';

/** What stands where such a mail's text would be. */
export const withheldText = 'The link in this mail is for an owner: only owners can read it.';

/** Whether a viewer may read a mail: not one with a link that is not theirs to give. */
export const mayReadMail = (viewing: Pick<Viewing, 'db' | 'user'>, text: string): boolean =>
  mayReadInvitationLinks(viewing, text) && mayReadResetLinks(viewing, text);
