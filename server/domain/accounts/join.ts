/**
 * Joining: an invitation becomes an account, with the channels, groups and words that it promised. Without an invitation
 * only where the organization lets anybody in.
 */
import type { OfferedInvitation } from '../../contract/shapes/organization.ts';
import { type ApiError, badRequest, coded, invalidParameter } from '../../errors.ts';
import { Role } from '../../permissions/roles.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { findChannel } from '../channels/rows.ts';
import { subscribeUsers } from '../channels/subscriptions/subscribe.ts';
import { findGroup } from '../groups/rows.ts';
import { addToPromisedGroups, mayAddToGroup } from '../invitations/groups.ts';
import { deadReason, findInvitationByKey, noteAccepted, type DeadReason } from '../invitations/invitations.ts';
import { mayInviteTo } from '../invitations/invite.ts';
import type { InvitationRow } from '../invitations/rows.ts';
import { sendAsSystemBot } from '../messages/system.ts';
import { objectionToAddress } from '../organization/domains.shared.ts';
import { checkAwake, organization } from '../organization/rows.ts';
import { pictureUrl } from '../organization/wire.ts';
import { readingOf } from '../users/language.shared.ts';
import { findUser, findUserByEmail, validEmail, type UserRow } from '../users/rows.ts';
import { isTimezone } from '../users/settings.shared.ts';
import { createUser } from './lifecycle.ts';
import { sendWelcome } from './welcome.ts';

/** A user who has the key of a link is reported why it no longer works. */
const deadErrors: Record<DeadReason, () => ApiError> = {
  used: () => coded('INVITATION_USED', 'This invitation has already been used.', 404),
  expired: () => coded('INVITATION_EXPIRED', 'This invitation has expired.', 404),
  withdrawn: () => coded('INVITATION_WITHDRAWN', 'This invitation has been revoked.', 404),
  replaced: () => coded('INVITATION_REPLACED', 'This invitation has been replaced by a newer one.', 404),
};

/** A key that never was, or has been forgotten. */
const invitationNotFound = (): ApiError => coded('INVITATION_NOT_FOUND', 'This invitation is not valid.', 404);

export interface JoinForm {
  fullName: string;
  /** null: the person signs in with an account from elsewhere. */
  passwordHash: string | null;
  /** The caller has found that this person may join without an invitation. */
  isAdmitted?: boolean;
  /** For reusable links, and for joining without an invitation; ignored where the invitation names the address. */
  email: string | undefined;
  timezone: string;
}

/** What the join page shows before anything is filled in. @throws ApiError INVITATION_NOT_FOUND, INVITATION_USED, _EXPIRED, _WITHDRAWN or _REPLACED */
export function invitationForJoinPage(viewing: SystemViewing, key: string): OfferedInvitation {
  const invitation = accessInvitationByKey(viewing, key);
  const settings = organization(viewing.db);
  return {
    organization_name: settings.name,
    organization_description: settings.description,
    organization_icon_url: pictureUrl(settings, 'icon'),
    invited_by: findUser(viewing.db, invitation.invited_by)?.full_name ?? null,
    invited_by_user_id: invitation.invited_by,
    email: invitation.email,
    role: invitation.invited_as,
    expires_at: invitation.expires_at,
    is_multiuse: invitation.is_multiuse === 1,
  };
}

/** @throws ApiError INVITATION_NOT_FOUND, INVITATION_USED, _EXPIRED, _WITHDRAWN or _REPLACED */
export function accessInvitationByKey(viewing: SystemViewing, key: string): InvitationRow {
  const invitation = findInvitationByKey(viewing.db, key);
  if (invitation === undefined) throw invitationNotFound();
  const reason = deadReason(viewing, invitation);
  if (reason !== null) throw deadErrors[reason]();
  return invitation;
}

/**
 * Makes the account that an invitation promises.
 * @param key of the invitation; null = without one.
 * @throws ApiError INVITATION_NOT_FOUND, INVITATION_USED, _EXPIRED, _WITHDRAWN or _REPLACED;
 *   BAD_REQUEST for an address that cannot join, or a name that cannot be
 */
export function join(acting: SystemActing, key: string | null, form: JoinForm): UserRow {
  checkAwake(acting.db);
  const settings = organization(acting.db);
  if (key === null && settings.invite_required && form.isAdmitted !== true)
    throw badRequest('You need an invitation to join this organization.');
  const invitation = key === null ? null : accessInvitationByKey(acting, key);
  const email = checkAddress(acting, invitation, form);
  // First, as the account ends what else was open to its address.
  if (invitation !== null) noteAccepted(acting, invitation);
  const user = createUser(acting, {
    email,
    fullName: form.fullName,
    role: invitation?.invited_as ?? Role.member,
    passwordHash: form.passwordHash,
    // A browser may know zones that this machine does not: no one stays out for that.
    timezone: isTimezone(form.timezone) ? form.timezone : '',
    subscribeToDefaults: invitation === null || invitation.include_realm_default_subscriptions === 1,
  });
  if (invitation !== null) keepPromises(acting, invitation, user);
  sendWelcome(acting, user, invitation?.welcome_message_custom_text ?? null);
  return user;
}

function checkAddress(acting: SystemActing, invitation: InvitationRow | null, form: JoinForm): string {
  const email = validEmail(invitation?.email ?? form.email ?? '');
  const objection = objectionToAddress(acting.db, email);
  if (objection !== null) throw invalidParameter('email', objection);
  if (findUserByEmail(acting.db, email) !== undefined)
    throw coded('EMAIL_IN_USE', `Email '${email}' is already in use.`);
  return email;
}

/**
 * Adds the user to the channels and groups of the invitation that its inviter may still add people to. The inviter is notified
 * that the invitation was accepted, if they asked for it, and of what was left out in any case.
 */
function keepPromises(acting: SystemActing, invitation: InvitationRow, user: UserRow): void {
  const { db } = acting;
  const inviter = findUser(db, invitation.invited_by);
  const channels = promised(invitation.stream_ids, (id) => findChannel(db, id));
  const groups = promised(invitation.group_ids, (id) => findGroup(db, id));
  const keptChannels = channels.filter(
    (channel) => inviter !== undefined && mayInviteTo({ db, user: inviter }, channel),
  );
  const keptGroups = groups.filter((group) => inviter !== undefined && mayAddToGroup({ db, user: inviter }, group));
  subscribeUsers(acting, keptChannels, [user.id]);
  addToPromisedGroups(
    acting,
    user.id,
    keptGroups.map(({ id }) => id),
  );
  if (inviter?.is_active !== 1 || inviter.is_bot === 1) return;
  const left = channels.length + groups.length - keptChannels.length - keptGroups.length;
  const isAsked = invitation.notify_referrer_on_join === 1;
  if (!isAsked && left === 0) return;
  const { t } = readingOf(inviter);
  const accepted = t('{{user}} accepted your invitation to join!', { user: `@_**${user.full_name}|${user.id}**` });
  const missing = t(
    'They were not added to {{count}} of its channels and groups, because you can no longer add people there.',
    { count: left },
  );
  const text = left === 0 ? accepted : `${accepted} ${missing}`;
  sendAsSystemBot(acting, 'notification-bot', { toUserIds: [inviter.id] }, text);
}

/** @param ids JSON of the ids that an invitation stores. */
function promised<T>(ids: string, find: (id: number) => T | undefined): T[] {
  return (JSON.parse(ids) as number[]).map(find).filter((found) => found !== undefined);
}
