/** Invitations as they are stored (table invitations). */
import type { Reader } from '../../storage/database.ts';

/** A row of `invitations`; booleans are 0 or 1, lists are JSON. */
export interface InvitationRow {
  id: number;
  is_multiuse: number;
  /** null for reusable links. */
  email: string | null;
  key: string;
  invited_by: number;
  invited_at: number;
  /** UNIX seconds; null = never. */
  expires_at: number | null;
  invited_as: number;
  stream_ids: string;
  group_ids: string;
  include_realm_default_subscriptions: number;
  notify_referrer_on_join: number;
  /** null = the organization's own. */
  welcome_message_custom_text: string | null;
  /** `replaced`: by a newer one of the same inviter; `ended`: the person joined by another way. */
  status: 'pending' | 'accepted' | 'revoked' | 'replaced' | 'ended';
  use_count: number;
}

export type NewInvitation = Omit<InvitationRow, 'id' | 'key' | 'status' | 'use_count' | 'invited_at'>;

/** Of any status, and however old. */
export function findInvitation(db: Reader, id: number): InvitationRow | undefined {
  return db.get<InvitationRow>('SELECT * FROM invitations WHERE id = ?', id);
}
