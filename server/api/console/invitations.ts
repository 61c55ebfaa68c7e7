/** The console's list of invitations: GET /invites knows only those that are open, and not where their links lead. */
import { z } from 'zod';
import { consoleInvitationShape } from '../../contract/shapes/invitations.ts';
import { mailFailure } from '../../delivery/queue.ts';
import { allInvitations } from '../../domain/invitations/list-all.ts';
import { sendsMail } from '../../domain/organization-settings/delivery-settings.ts';
import { endpoint } from './endpoint.ts';

export const getConsoleInvitations = endpoint({
  method: 'GET',
  path: '/console/invitations',
  access: 'authenticated',
  summary: "Invitations in every state, with links and uses: one's own, or all for administrators.",
  personal: false,
  answer: {
    invitations: z.array(consoleInvitationShape),
    sends_mail: z
      .boolean()
      .describe('Whether there is a mail server. Without one mail waits in the outbox, and links are handed over.'),
    is_mail_failing: z.boolean().describe('The last tries of mail failed: invitations wait, and are tried again.'),
  },
  params: {},
  run: ({ read }) =>
    read((viewing) => ({
      invitations: allInvitations(viewing),
      sends_mail: sendsMail(viewing.db),
      is_mail_failing: mailFailure(viewing.db, viewing.now) !== null,
    })),
});
