/**
 * Invitations as the console shows them: also those that were accepted, withdrawn, replaced or ran out, with the link of each that
 * still works, so that it can be handed over where there is no mail server.
 */
import type { ConsoleInvitation } from '../../contract/shapes/invitations.ts';
import { isAdministrator } from '../../permissions/roles.ts';
import type { Viewing } from '../acting.ts';
import { joinUrl } from '../organization/addresses.shared.ts';
import { findVisibleUserByEmail } from '../users/visibility.shared.ts';
import type { InvitationRow } from './rows.ts';

const listed = 1000;

/** The newest thousand that the caller may know of. */
export function allInvitations(viewing: Viewing): ConsoleInvitation[] {
  const { db, user } = viewing;
  const highest = isAdministrator(user) ? user.role : Number.MAX_SAFE_INTEGER;
  return db
    .all<InvitationRow>(
      'SELECT * FROM invitations WHERE invited_by = ? OR invited_as >= ? ORDER BY invited_at DESC, id DESC LIMIT ?',
      user.id,
      highest,
      listed,
    )
    .map((row) => consoleInvitation(viewing, row));
}

function consoleInvitation(viewing: Viewing, row: InvitationRow): ConsoleInvitation {
  const { now } = viewing;
  const isExpired = row.status === 'pending' && row.expires_at !== null && row.expires_at <= now;
  const state = isExpired ? 'expired' : row.status;
  const account =
    (state === 'accepted' || state === 'ended') && row.email !== null
      ? findVisibleUserByEmail(viewing, row.email)
      : undefined;
  return {
    id: row.id,
    state,
    is_multiuse: row.is_multiuse === 1,
    email: row.email,
    link_url: state === 'pending' ? joinUrl(viewing, row.key) : null,
    invited_by_user_id: row.invited_by,
    invited: row.invited_at,
    expiry_date: row.expires_at,
    invited_as: row.invited_as,
    use_count: row.use_count,
    stream_ids: JSON.parse(row.stream_ids) as number[],
    group_ids: JSON.parse(row.group_ids) as number[],
    include_realm_default_subscriptions: row.include_realm_default_subscriptions === 1,
    has_own_welcome_text: row.welcome_message_custom_text !== null,
    user_id: account?.id ?? null,
  };
}
