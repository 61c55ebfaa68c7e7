/**
 * Shares: how many things of a kind one account, or the whole organization, may have created that are kept for good and that
 * registrations list. They are counted in the database, so a restart lifts no bound; their texts are bounded one by one.
 */
import { badRequest } from '../../errors.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import { phrase } from '../../translation.ts';
import type { SystemViewing } from '../acting.ts';

/** What each account may have created; archived and deactivated ones count, because they stay. */
const kinds = {
  channels: { what: phrase('channels'), of: 'streams ON creator_id = account', most: 500 },
  'user groups': { what: phrase('user groups'), of: 'user_groups ON creator_id = account', most: 200 },
  'channel folders': { what: phrase('channel folders'), of: 'channel_folders ON creator_id = account', most: 100 },
  bots: { what: phrase('bots'), of: 'users ON bot_owner_id = account', most: 100 },
  'custom emoji': { what: phrase('custom emoji'), of: 'realm_emoji ON author_id = account', most: 500 },
  // The oldest that are over are deleted (invitations/invitations.ts).
  'open invitations': {
    what: phrase('open invitations'),
    of: "invitations ON invited_by = account AND status = 'pending' AND (expires_at IS NULL OR expires_at > now)",
    most: 2000,
  },
} as const;

/** HTML that is longer counts: shorter texts are bounded by the number of things that have them. */
const longHtml = 4096;

/** Bytes of long HTML that one account may have made of texts in registrations: formulas make a line of them a hundred times as long. */
const html = {
  descriptions: {
    what: phrase('descriptions'),
    of: `SELECT rendered_description AS html FROM streams WHERE creator_id = ?1
         UNION ALL SELECT rendered_description FROM channel_folders WHERE creator_id = ?1
         UNION ALL SELECT rendered_value FROM profile_values WHERE user_id = ?1`,
    most: 2 * 1024 * 1024,
  },
  'scheduled messages': {
    what: phrase('scheduled messages'),
    of: 'SELECT rendered_content AS html FROM scheduled_messages WHERE sender_id = ?1',
    most: 8 * 1024 * 1024,
  },
} as const;

/** Administrators set up whole organizations, also by programs. */
const shareOfAdministrators = 20;

/** What the organization may have of what administrators alone create. */
const totals = {
  'custom profile fields': { what: phrase('custom profile fields'), of: 'profile_fields', most: 200 },
  'code playgrounds': { what: phrase('code playgrounds'), of: 'realm_playgrounds', most: 500 },
  'email domains': { what: phrase('email domains'), of: 'realm_domains', most: 2000 },
} as const;

/**
 * @param more how many are to be created
 * @throws ApiError BAD_REQUEST when the account would have created more of a kind than one may
 */
export function checkShare(
  { db, now }: Pick<SystemViewing, 'db' | 'now'>,
  user: { id: number; role: number },
  kind: keyof typeof kinds,
  more = 1,
): void {
  const { of, most, what } = kinds[kind];
  const limit = isAdministrator(user) ? most * shareOfAdministrators : most;
  const sql = `SELECT count(*) AS count FROM (SELECT ? AS account, ? AS now) JOIN ${of}`;
  const created = db.get<{ count: number }>(sql, user.id, now)?.count ?? 0;
  if (created + more <= limit) return;
  throw badRequest(
    more === 1
      ? `You have created ${limit} ${what}, the most for one account. Use existing ones, or ask an administrator to create more.`
      : `You can have at most ${limit} ${what}, and have ${created}. Create fewer, or ask an administrator to create more.`,
  );
}

/**
 * @param made the HTML of a text that is to be stored, which may take the place of another
 * @throws ApiError BAD_REQUEST when the account would have made more long HTML of a kind than one may
 */
export function checkHtmlShare(db: Reader, userId: number, kind: keyof typeof html, made: string): void {
  if (made.length <= longHtml) return;
  const { of, most, what } = html[kind];
  const sql = `SELECT coalesce(sum(length(html)), 0) AS bytes FROM (${of}) WHERE length(html) > ?2`;
  const { bytes = 0 } = db.get<{ bytes: number }>(sql, userId, longHtml) ?? {};
  if (bytes + made.length > most)
    throw badRequest(
      `Your ${what} with formulas and other long content take ${most / 1024 / 1024} MB, the most for one account. Shorten some of them.`,
    );
}

/** @throws ApiError BAD_REQUEST when the organization has as many of a kind as it may */
export function checkTotal(db: Reader, kind: keyof typeof totals): void {
  const { of, most, what } = totals[kind];
  const { count = 0 } = db.get<{ count: number }>(`SELECT count(*) AS count FROM ${of}`) ?? {};
  if (count >= most) throw badRequest(`There are ${most} ${what} already, the most for one organization.`);
}
