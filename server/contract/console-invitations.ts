/** What the console's own calls say of invitations and of the outbox (api/console/invitations.ts, outbox.ts). Times are UNIX seconds. */

/**
 * `expired`: nobody accepted it in time; `replaced`: the same inviter sent a newer one; `ended`: the person joined by another.
 */
export type InvitationState = 'pending' | 'accepted' | 'revoked' | 'expired' | 'replaced' | 'ended';

export interface ConsoleInvitation {
  id: number;
  state: InvitationState;
  is_multiuse: boolean;
  /** null for reusable links. */
  email: string | null;
  /** null once it no longer works. */
  link_url: string | null;
  invited_by_user_id: number;
  invited: number;
  /** null = never. */
  expiry_date: number | null;
  invited_as: number;
  /** How many accounts it made. */
  use_count: number;
  stream_ids: number[];
  group_ids: number[];
  include_realm_default_subscriptions: boolean;
  has_own_welcome_text: boolean;
  /** Whose account it became, or who joined by another; null for links, and while nobody joined. */
  user_id: number | null;
}

export interface OutboxMail {
  /** Of the file in the outbox. */
  name: string;
  from: string;
  to: string[];
  subject: string;
  /** null where the mail does not say. */
  date: number | null;
  /** Bytes. */
  size: number;
}
