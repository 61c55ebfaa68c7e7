/** Invitations and the outbox as the console's own calls give them, and what the screen makes of them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConsoleInvitation as Invitation } from '../../../../server/contract/shapes/invitations.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { request } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';

export type { ConsoleInvitation as Invitation, OutboxMail } from '../../../../server/contract/shapes/invitations.ts';

/** One mail with all that may be read of it. */
export type OpenedMail = AnswerOf<'GET', '/console/outbox/{name}'>['mail'];

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => request('GET', '/console/invitations', {}, signal),
});

/** How mail from here fares: `failing` waits and is tried again. */
export type MailState = 'none' | 'failing' | 'works';

/** What the list of invitations says of mail; until it is known, that it works. */
export function mailStateOf(data: AnswerOf<'GET', '/console/invitations'> | undefined): MailState {
  if (data === undefined) return 'works';
  if (!data.sends_mail) return 'none';
  return data.is_mail_failing ? 'failing' : 'works';
}

export const useMailState = (): MailState => mailStateOf(useQuery(invitationsQuery).data);

export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => request('GET', '/console/outbox', {}, signal),
});

export function mailQuery(name: string) {
  return queryOptions({
    queryKey: ['outbox', name],
    queryFn: async ({ signal }) => (await request('GET', `/console/outbox/${name}`, {}, signal)).mail,
    staleTime: Infinity,
  });
}

/** The path of one invitation in the API. */
export const invitationPath = ({ id, is_multiuse }: Invitation) =>
  is_multiuse ? (`/invites/multiuse/${id}` as const) : (`/invites/${id}` as const);

export const nameOf = ({ email }: Invitation): string => email ?? t('Reusable link');
