/** One account as the console knows it beyond the list: where it is signed in, what it takes part in, its profile values. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '../../../client/api.ts';
import { request, type GroupSetting, type User } from '../../../client/request.ts';
import { ownerRole } from '../../../client/roles.ts';
import type { Session } from '../../../client/session.ts';
import { perLanguage, t } from '../../../client/text.ts';

export type Account = AnswerOf<'GET', '/console/users/{user_id}'>['account'];

export function accountQuery(id: number) {
  return queryOptions({
    queryKey: ['account', id],
    queryFn: async ({ signal }) => (await request('GET', `/console/users/${id}`, {}, signal)).account,
    staleTime: 0,
  });
}

/** By user: when they were there last, and whether they ever were. */
export const lastActiveQuery = queryOptions({
  queryKey: ['users', 'last-active'],
  queryFn: async ({ signal }) =>
    new Map((await request('GET', '/console/last_active', {}, signal)).users.map((one) => [one.user_id, one])),
});

/** Values by the field's id, as the API stores them: texts, of people the JSON of their ids. */
export function profileQuery(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'profile'],
    queryFn: async ({ signal }) => {
      const params = { include_custom_profile_fields: true };
      const { user } = await request('GET', `/users/${id}`, params, signal);
      return Object.fromEntries(Object.entries(user.profile_data ?? {}).map(([field, { value }]) => [field, value]));
    },
    // Read again whenever a form is opened; while it is open nothing is put over what is being written.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** Whether a user's account is one that the reader manages, as the server sees it: owners' accounts are for owners, bots for theirs. */
export const mayManage = (session: Session, user: User): boolean =>
  session.role === ownerRole ||
  (user.is_bot && user.bot_owner_id === session.user_id) ||
  (session.is_admin && user.role !== ownerRole);

/** Closes an account or stops a bot. @param comment mailed to the person; no mail without it. @throws ApiError */
export async function deactivate(user: User, comment?: string): Promise<void> {
  if (user.is_bot) await request('DELETE', `/bots/${user.user_id}`);
  else await request('DELETE', `/users/${user.user_id}`, { deactivation_notification_comment: comment });
}

/** Makes a user an administrator of what another one alone administers. @param successor id of the user. @throws ApiError */
export async function handOn({ channels, groups }: Account['only_administrator_of'], successor: number): Promise<void> {
  for (const { stream_id: id, administrators } of channels)
    await request('PATCH', `/streams/${id}`, {
      can_administer_channel_group: { new: withMember(administrators, successor) },
    });
  for (const { id, administrators } of groups)
    await request('PATCH', `/user_groups/${id}`, { can_manage_group: { new: withMember(administrators, successor) } });
}

const withMember = (holders: GroupSetting, id: number): GroupSetting =>
  typeof holders === 'number'
    ? { direct_members: [id], direct_subgroups: [holders] }
    : { ...holders, direct_members: [...new Set([...holders.direct_members, id])] };

/** Brings an account or a bot back. @throws ApiError */
export async function reactivate(user: User): Promise<void> {
  // A bot whose owner has gone becomes the caller's, which only the bots' own call does.
  if (user.is_bot) await request('PATCH', `/bots/${user.user_id}`, { is_active: true });
  else await request('POST', `/users/${user.user_id}/reactivate`);
}

/** The setting `email_address_visibility` in a person's words. */
export const emailVisibility = perLanguage((): Record<number, string> => ({
  1: t('Everyone'),
  2: t('Members, not guests'),
  3: t('Administrators'),
  4: t('No one'),
  5: t('Moderators and above'),
}));
