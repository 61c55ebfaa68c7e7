/** One account as the console knows it beyond the list: where it is signed in, what it takes part in, its profile values. */
import { queryOptions } from '@tanstack/react-query';
import { request, type User } from '../../api.ts';
import type { AccountOverview } from '../../../server/contract/console.ts';

export function accountQuery(id: number) {
  return queryOptions({
    queryKey: ['account', id],
    queryFn: async ({ signal }) =>
      (await request<{ account: AccountOverview }>('GET', `/console/users/${id}`, {}, signal)).account,
    staleTime: 0,
  });
}

/** Values by the field's id, as the API stores them: texts, of people the JSON of their ids. */
export function profileQuery(id: number) {
  return queryOptions({
    queryKey: ['account', id, 'profile'],
    queryFn: async ({ signal }) => {
      const params = { include_custom_profile_fields: true };
      const { user } = await request<{ user: User }>('GET', `/users/${id}`, params, signal);
      return Object.fromEntries(Object.entries(user.profile_data ?? {}).map(([field, { value }]) => [field, value]));
    },
    // Read anew whenever a form is opened; while it is open nothing is put over what is being written.
    gcTime: 0,
    staleTime: Infinity,
  });
}

/** The setting `email_address_visibility` in a person's words. */
export const emailVisibility: Record<number, string> = {
  1: 'Everybody',
  2: 'Members, not guests',
  3: 'Administrators',
  4: 'Nobody',
  5: 'Moderators and above',
};
