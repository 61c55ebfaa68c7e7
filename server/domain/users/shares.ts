/**
 * Shares of one account: how many things of a kind it may have created that everyone's registration lists. They are counted in
 * the database, so a restart gives nothing back; their texts are bounded one by one.
 */
import { badRequest } from '../../errors.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { UserRow } from './rows.ts';

/** What each may have created; archived and deactivated ones count, because they stay. */
const kinds = {
  channels: { of: 'streams WHERE creator_id', most: 500 },
  'user groups': { of: 'user_groups WHERE creator_id', most: 200 },
  'channel folders': { of: 'channel_folders WHERE creator_id', most: 100 },
  bots: { of: 'users WHERE bot_owner_id', most: 100 },
} as const;

/** Administrators set up whole organizations, also by programs. */
const shareOfAdministrators = 20;

/** @throws ApiError BAD_REQUEST when the account has created as many of a kind as one may. */
export function checkShare(db: Reader, user: Pick<UserRow, 'id' | 'role'>, kind: keyof typeof kinds): void {
  const { of, most } = kinds[kind];
  const limit = isAdministrator(user) ? most * shareOfAdministrators : most;
  const created = db.get<{ count: number }>(`SELECT count(*) AS count FROM ${of} = ?`, user.id);
  if ((created?.count ?? 0) < limit) return;
  throw badRequest(
    `You have created ${limit} ${kind}, the most for one account. Use existing ones, or ask an administrator to create more.`,
  );
}
