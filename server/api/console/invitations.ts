/** The console's list of invitations: GET /invites knows only those that are open, and not where their links lead. */
import { z } from 'zod';
import { consoleInvitationShape } from '../../contract/shapes/invitations.ts';
import { isMailFailing } from '../../delivery/queue.ts';
import { readInvitees } from '../../domain/invitations/invite.ts';
import { allInvitations } from '../../domain/invitations/list-all.ts';
import { sendsMail } from '../../domain/organization/delivery-settings.shared.ts';
import { text } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

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
      is_mail_failing: isMailFailing(viewing.db, viewing.now),
    })),
});

export const readConsoleInvitees = endpoint({
  method: 'POST',
  path: '/console/invitees',
  access: 'authenticated',
  summary:
    'Read a pasted list of addresses as POST /invites does: who can be invited, and why others cannot. Invites no one.',
  answer: {
    invitees: z.array(
      z.strictObject({
        written: z.string().describe('The part of the list, as it was written.'),
        email: z.string().nullable().describe('The address in it; null where there is none.'),
        problem: z.string().nullable().describe('Why this recipient cannot be invited; null where nothing is wrong.'),
      }),
    ),
  },
  params: { invitee_emails: text().describe('The list.') },
  run: ({ read, params }) =>
    read((viewing) => ({
      invitees: readInvitees(viewing, params.invitee_emails).map(({ written, email, refusal }) => ({
        written: refusal?.[0] ?? written,
        email,
        problem: refusal?.[1] ?? null,
      })),
    })),
});
