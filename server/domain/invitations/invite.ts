/**
 * Making invitations: what the caller may offer, and to whom (contract: send-invites).
 */
import { type ListedAddress, readAddressList } from '../../address-list.ts';
import { ApiError, badRequest, checking, invalidParameter, unauthorizedPrincipal } from '../../errors.ts';
import { canAddSubscribers } from '../../permissions/channels.ts';
import { canGrantRole, isAdministrator, isOwner, Role } from '../../permissions/roles.ts';
import { phrase } from '../../translation.ts';
import type { Acting, Viewing } from '../acting.ts';
import { canAccessMetadata, standingIn } from '../channels/access.ts';
import { findChannel, type ChannelRow } from '../channels/rows.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { joinUrl } from '../organization/addresses.shared.ts';
import { objectionToAddress } from '../organization/domains.shared.ts';
import { checkShare } from '../organization/shares.shared.ts';
import { findUserByEmail, validEmail } from '../users/rows.ts';
import { checkMayAddToGroup } from './groups.ts';
import { announceInvitesChanged, forgetOldInvitations, insertInvitation, replaceInvitations } from './invitations.ts';
import { mailInvitation } from './mail.ts';
import type { NewInvitation } from './rows.ts';

/** What an invitation offers, as sent. */
export interface Offer {
  /** null = never; undefined = the server's default (spec: Limits). */
  expiresInMinutes: number | null | undefined;
  invitedAs: number;
  channelIds: readonly number[];
  groupIds: readonly number[];
  includeDefaultChannels: boolean;
  notifyReferrer: boolean;
  welcomeText: string | null;
}

/** Each is a mail, and the queue of mails is everyone's. */
const maxAddresses = 500;

/** Address, reason, and whether the account is deactivated (contract: InvitationFailedError.errors). */
export type Refusal = [address: string, reason: string, isDeactivated: boolean];

/**
 * Invites every address that has no account yet; what the caller sent there before is replaced, with its link.
 * @returns those that were refused, with reasons; the others are invited nevertheless
 * @throws ApiError BAD_REQUEST when there is no address, or the caller may not make this offer; then no one is invited
 */
export function inviteByEmail(
  acting: Acting,
  addresses: string,
  offer: Offer,
): { refusals: Refusal[]; sent: number; links: string[] } {
  if (!mayBy(acting.db, acting.user, 'can_invite_users_group')) throw badRequest('Insufficient permission');
  const listed = listedInvitees(acting, addresses);
  if (listed.length === 0) throw invalidParameter('invitee_emails', 'You must specify at least one email address.');
  const invitation = checkOffer(acting, offer);
  const refusals = listed.flatMap(({ refusal }) => (refusal === null ? [] : [refusal]));
  const invited = listed.flatMap(({ email, refusal }) => (refusal === null && email !== null ? [email] : []));
  replaceInvitations(acting, acting.user.id, invited);
  checkShare(acting, acting.user, 'open invitations', invited.length);
  const links = invited.map((email) => {
    const made = insertInvitation(acting, { ...invitation, is_multiuse: 0, email });
    mailInvitation(acting, made);
    return joinUrl(acting, made.key);
  });
  forgetOldInvitations(acting, acting.user.id);
  if (invited.length > 0) announceInvitesChanged(acting, acting.user.id);
  return { refusals, sent: invited.length, links };
}

/** Makes a link that any number of people may use. @returns the link @throws ApiError BAD_REQUEST as inviteByEmail. */
export function inviteByLink(acting: Acting, offer: Offer): string {
  if (!mayBy(acting.db, acting.user, 'create_multiuse_invite_group')) throw badRequest('Insufficient permission');
  checkShare(acting, acting.user, 'open invitations');
  const invitation = insertInvitation(acting, { ...checkOffer(acting, offer), is_multiuse: 1, email: null });
  forgetOldInvitations(acting, acting.user.id);
  announceInvitesChanged(acting, acting.user.id);
  return joinUrl(acting, invitation.key);
}

/** A recipient of a pasted list, with the reason why the caller cannot invite this recipient; null where the caller can. */
export interface Invitee extends ListedAddress {
  refusal: Refusal | null;
}

/**
 * Reads a list of recipients. Invites no one.
 * @throws ApiError BAD_REQUEST when the caller may not invite, or the list is too long
 */
export function readInvitees(viewing: Viewing, list: string): Invitee[] {
  if (!mayBy(viewing.db, viewing.user, 'can_invite_users_group')) throw badRequest('Insufficient permission');
  return listedInvitees(viewing, list);
}

function listedInvitees(viewing: Pick<Viewing, 'db'>, list: string): Invitee[] {
  const listed = readAddressList(list);
  if (listed.length > maxAddresses)
    throw invalidParameter('invitee_emails', `Too many addresses at once (limit: ${maxAddresses}).`);
  return listed.map((one) => ({
    ...one,
    refusal: one.email === null ? notAnAddress(one.written) : refusalOf(viewing, one.email),
  }));
}

const maxWrittenLength = 200;

/** Names the part of a list that is no address. */
const notAnAddress = (written: string): Refusal => [
  [...written].slice(0, maxWrittenLength).join(''),
  phrase('Not an email address, such as name@example.org.'),
  false,
];

function isAddress(text: string): boolean {
  try {
    return validEmail(text) !== '';
  } catch {
    return false;
  }
}

/** Why an address cannot be invited; null when it can. */
export function refusalOf({ db }: Pick<Viewing, 'db'>, email: string): Refusal | null {
  if (!isAddress(email)) return notAnAddress(email);
  const user = findUserByEmail(db, email);
  if (user !== undefined) {
    return user.is_active === 1
      ? [email, phrase('Already has an account.'), false]
      : [email, phrase('Account has been deactivated.'), true];
  }
  const objection = objectionToAddress(db, email);
  return objection === null ? null : [email, objection, false];
}

function checkOffer(acting: Acting, offer: Offer): Omit<NewInvitation, 'email' | 'is_multiuse'> {
  const { user, now, services } = acting;
  if (offer.invitedAs === Role.owner && !isOwner(user)) throw unauthorizedPrincipal('Must be an organization owner');
  if (!canGrantRole(user, offer.invitedAs))
    throw invalidParameter('invite_as', "You can't invite people to a role with more permissions than your own.");
  checkChannels(acting, offer.channelIds);
  checking('group_ids', () => offer.groupIds.forEach((id) => checkMayAddToGroup(acting, id)));
  const minutes =
    offer.expiresInMinutes === undefined ? services.options.invitationLinkValidityMinutes : offer.expiresInMinutes;
  return {
    invited_by: user.id,
    expires_at: minutes === null ? null : now + minutes * 60,
    invited_as: offer.invitedAs,
    stream_ids: JSON.stringify([...new Set(offer.channelIds)]),
    group_ids: JSON.stringify([...new Set(offer.groupIds)]),
    include_realm_default_subscriptions: offer.includeDefaultChannels ? 1 : 0,
    notify_referrer_on_join: offer.notifyReferrer ? 1 : 0,
    // "Only administrators may set it; for others the value is always null."
    welcome_message_custom_text: isAdministrator(user) ? offer.welcomeText : null,
  };
}

/** "Each must be a default channel or one the caller may add subscribers to. Must be empty if the caller cannot subscribe others." */
export function checkChannels(viewing: Viewing, channelIds: readonly number[]): void {
  const channels = [...new Set(channelIds)].map((id) => {
    const channel = findChannel(viewing.db, id);
    if (channel === undefined || channel.is_archived === 1 || !canAccessMetadata(viewing, channel)) {
      throw invalidParameter('stream_ids', `Invalid channel ID ${id}. No invites were sent.`);
    }
    return channel;
  });
  const mayAddAnywhere = mayBy(viewing.db, viewing.user, 'can_add_subscribers_group');
  if (channels.length > 0 && !mayAddAnywhere && !channels.some((channel) => mayAddTo(viewing, channel))) {
    throw invalidParameter('stream_ids', 'You do not have permission to subscribe other users to channels.');
  }
  for (const channel of channels) {
    if (!mayInviteTo(viewing, channel)) {
      throw invalidParameter(
        'stream_ids',
        `Insufficient permission to subscribe others to channel ID ${channel.id}. No invites were sent.`,
      );
    }
  }
}

type Inviter = Pick<Viewing, 'db' | 'user'>;

function mayAddTo(inviter: Inviter, channel: ChannelRow): boolean {
  const mayAddAnywhere = mayBy(inviter.db, inviter.user, 'can_add_subscribers_group');
  return canAddSubscribers(inviter.user, channel, standingIn(inviter, channel), mayAddAnywhere);
}

/** Whether an inviter may promise a channel: asked when the invitation is made, and again when it is accepted. */
export const mayInviteTo = (inviter: Inviter, channel: ChannelRow): boolean =>
  channel.is_archived === 0 && (channel.is_default === 1 || mayAddTo(inviter, channel));

/** How many refused addresses the message of an error names; all are in `errors`. */
const namedInMessage = 3;

/**
 * The error that names who was not invited and why.
 * @param sent how many of the other addresses were invited
 */
export function invitationFailed(errors: Refusal[], sent: number): ApiError {
  return new ApiError(400, 'INVITATION_FAILED', failedMessage(errors, sent), {
    errors,
    sent_invitations: sent > 0,
    daily_limit_reached: false,
    license_limit_reached: false,
  });
}

function failedMessage(errors: readonly Refusal[], sent: number): string {
  const named = errors.slice(0, namedInMessage);
  const refusals = named.map(([written, reason]) => `${written}: ${reason}`).join(' ');
  const more = errors.length - named.length;
  if (sent > 0)
    return more > 0
      ? phrase(`Not invited: ${refusals} And ${more} more. The other addresses were invited.`)
      : phrase(`Not invited: ${refusals} The other addresses were invited.`);
  return more > 0
    ? phrase(`Not invited: ${refusals} And ${more} more. No invitations were sent.`)
    : phrase(`Not invited: ${refusals} No invitations were sent.`);
}
