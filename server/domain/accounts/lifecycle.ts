/**
 * Account creation, deactivation and reactivation, with all effects: system groups, default channels,
 * bots, sessions, event queues, and the events (spec: States and transitions, User account).
 */
import { sendMail } from '../../delivery/mail.ts';
import { ApiError, badRequest, invalidParameter } from '../../errors.ts';
import { everyone, type Audience } from '../../events/audience.ts';
import { canManageAccount, isOwner, Role } from '../../permissions/roles.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { announceBotAdded, announceBotDeleted } from '../bots/wire.ts';
import { defaultChannels } from '../channels/rows.ts';
import { leaveWithAccount, returnWithAccount } from '../channels/subscriptions/accounts.ts';
import { subscribeUsers } from '../channels/subscriptions/subscribe.ts';
import { announceQuietOfArrived } from '../do-not-disturb/state.shared.ts';
import { announceSettingsNaming } from '../groups/permission-references.ts';
import { groupsWithMember } from '../groups/rows.ts';
import { keepSystemGroups } from '../groups/system-groups.shared.ts';
import { endInvitationsTo, revokeInvitationsOf } from '../invitations/invitations.ts';
import { revokeDevicesOf } from '../ntfy-devices/devices.ts';
import { organizationSetting } from '../organization/rows.ts';
import { checkNameUnique } from '../users/edit.ts';
import { announceExportConsent } from '../users/export-consent.ts';
import { readingOf } from '../users/language.shared.ts';
import { endMailedLinks } from '../users/link-rows.ts';
import {
  activeIdsByRole,
  findUser,
  findUserByEmail,
  insertUserRow,
  placeholderEmail,
  updateUserRow,
  validEmail,
  validFullName,
  type UserRow,
} from '../users/rows.ts';
import {
  settingDefaults,
  EmailVisibility,
  languages,
  storedForm,
  userSetting,
  type SettingValues,
} from '../users/settings.shared.ts';
import { deleteSignInChecksOfUser } from '../users/sign-in-check-rows.ts';
import { announceStatusOfArrived } from '../users/status-wire.ts';
import { audienceOf, lowestRoleSeeingEmail } from '../users/visibility.shared.ts';
import { userWire } from '../users/wire.ts';
import { removeSubscriptionsOf } from '../web-push/subscriptions.ts';
import { endSessionsOfClosed } from './sessions.ts';

export interface NewUser {
  /** That the account had elsewhere, and that is free here; the next one without it. */
  id?: number | undefined;
  email: string;
  fullName: string;
  role: number;
  /** Made by passwords.shared.ts before the transaction; null for accounts without a sign-in. */
  passwordHash: string | null;
  isBot?: boolean;
  botType?: 1 | 2 | 3 | 4;
  botOwnerId?: number;
  /** Speaks for the server: in no group, in `cross_realm_bots`. */
  isSystemBot?: boolean;
  timezone?: string;
  /** Default: true for persons, false for bots. */
  subscribeToDefaults?: boolean;
  /** Who made it, where someone did. */
  by?: UserRow;
}

/**
 * Creates an account and notifies everyone who may see it.
 * @throws ApiError BAD_REQUEST when the address or name is none, or in use where it may not be (contract: create-user).
 */
export function createUser(acting: SystemActing, input: NewUser): UserRow {
  const isBot = input.isBot === true;
  const email = validEmail(input.email);
  if (findUserByEmail(acting.db, email) !== undefined)
    throw invalidParameter('email', `Email '${email}' is already in use.`);
  const fullName = validFullName(input.fullName);
  if (input.isSystemBot !== true) checkNameUnique(acting, fullName, null);
  const id = insertUser(acting, { ...input, email, fullName, isBot });
  const user = findUser(acting.db, id) as UserRow;
  if (user.is_system_bot === 1) return user;
  announceUserAdded(acting, user);
  announceStatusOfArrived(acting, user);
  keepSystemGroups(acting, user, everyone);
  if (!isBot) {
    announceExportConsent(acting, id, false);
    endInvitationsTo(acting, email);
  }
  if (input.subscribeToDefaults ?? !isBot) subscribeUsers(acting, defaultChannels(acting.db), [id]);
  return user;
}

function insertUser(acting: SystemActing, input: NewUser & { isBot: boolean }): number {
  const { tx, db, now, services } = acting;
  const settings = input.isBot ? undefined : settingsOfNew(db);
  const id = insertUserRow(tx, {
    ...(input.id !== undefined && { id: input.id }),
    email: input.email,
    full_name: input.fullName,
    role: input.role,
    is_bot: input.isBot ? 1 : 0,
    is_system_bot: input.isSystemBot === true ? 1 : 0,
    bot_type: input.isBot ? (input.botType ?? 1) : null,
    bot_owner_id: input.botOwnerId ?? null,
    api_key: services.random.token(32),
    password_hash: input.passwordHash,
    timezone: input.timezone ?? '',
    date_joined: now,
    can_create_users: input.role <= Role.administrator && !input.isBot ? 1 : 0,
    settings: settings === undefined ? '{}' : storedForm(settings),
  });
  if (settings !== undefined && settings.email_address_visibility !== EmailVisibility.everyone) {
    updateUserRow(tx, id, { email: placeholderEmail(id) });
  }
  return id;
}

/** The defaults, in the language that the organization speaks (setting default_language). */
function settingsOfNew(db: Reader): SettingValues {
  const language = organizationSetting(db, 'default_language');
  return { ...settingDefaults(db), ...(Object.hasOwn(languages, language) && { default_language: language }) };
}

/** `realm_user` / add, to each viewer with the address only where they may see it. */
function announceUserAdded(acting: SystemActing, user: UserRow): void {
  const { db } = acting;
  const full = userWire({ db, user }, user, { clientGravatar: false, includeCustomProfileFields: true });
  const hidden = { ...full, delivery_email: null };
  const audience = audienceOf(db, user);
  const lowestRole = lowestRoleSeeingEmail(db, user);
  // The event is reported in the form of the many, and the few are listed: members mostly see it, or mostly do not.
  const isForMost = lowestRole >= Role.member;
  const few = isForMost ? activeIdsByRole(db, lowestRole + 1, Role.guest) : activeIdsByRole(db, 0, lowestRole);
  const users = few.filter((id) => id !== user.id && audience.except?.includes(id) !== true);
  const groups = users.length === 0 ? {} : { groups: [{ users, extra: { person: isForMost ? hidden : full } }] };
  acting.announce({ type: 'realm_user', op: 'add', person: isForMost ? full : hidden }, { ...audience, ...groups });
}

const countPersons = (db: Reader, maxRole: number): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM users WHERE is_active = 1 AND is_bot = 0 AND role <= ?', maxRole)
    ?.n ?? 0;

/** True when without this user the organization would have no owner. */
export const isOnlyOwner = (db: Reader, user: UserRow): boolean =>
  user.is_bot === 0 && user.is_active === 1 && isOwner(user) && countPersons(db, Role.owner) === 1;

/** @throws ApiError CANNOT_DEACTIVATE_LAST_USER (spec: Errors). */
export function checkMayLeave(db: Reader, user: UserRow): void {
  if (user.is_bot === 0 && countPersons(db, Role.guest) === 1) throw cannotDeactivateLastUser(false);
  if (isOnlyOwner(db, user)) throw cannotDeactivateLastUser(true);
}

/** @throws ApiError BAD_REQUEST unless the caller manages this account: administrators do, owners' accounts only owners. */
export function checkManages(acting: Acting, user: UserRow): void {
  const ownBot = user.is_bot === 1 && user.bot_owner_id === acting.user.id;
  if (user.is_system_bot === 1 || (!ownBot && !canManageAccount(acting.user, user)))
    throw badRequest('Insufficient permission');
}

/**
 * Deactivates an account and its bots: no key, session, link, queue, phone or invitation of theirs works any more.
 * @throws ApiError BAD_REQUEST when it is deactivated already, CANNOT_DEACTIVATE_LAST_USER for the only owner or the only user.
 */
export function deactivateUser(acting: SystemActing, user: UserRow): void {
  const { tx, db, services } = acting;
  if (user.is_active === 0) throw badRequest('User is deactivated');
  checkMayLeave(db, user);
  const audience = audienceOf(db, user);
  for (const bot of botsOf(db, user.id)) deactivateUser(acting, bot);
  updateUserRow(tx, user.id, { is_active: 0 });
  endSessionsOfClosed(acting, user.id);
  endMailedLinks(tx, user.id);
  deleteSignInChecksOfUser(tx, user.id);
  revokeInvitationsOf(acting, user.id);
  revokeDevicesOf(acting, user.id);
  removeSubscriptionsOf(acting, user.id);
  for (const queue of services.queues.ofUser(user.id)) services.queues.delete(tx, queue);
  acting.announce({ type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: false } }, audience);
  leaveWithAccount(acting, user.id);
  announceSettingsNaming(acting, user.id);
  if (user.is_bot === 1) announceBotDeleted(acting, user.id);
  // A user who cannot see the user gets no realm_user event, and still must know that the groups are smaller.
  const blind = audience.except ?? [];
  if (blind.length > 0) announceMemberships(acting, user.id, 'remove_members', { groups: [{ users: blind }] });
}

/** Gives an account back as it was, its groups and channels included; its bots stay as they are. */
export function reactivateUser(acting: SystemActing, user: UserRow): void {
  const { tx, db } = acting;
  if (user.is_active === 1) return;
  updateUserRow(tx, user.id, { is_active: 1 });
  const active = { ...user, is_active: 1 };
  acting.announce(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, is_active: true } },
    audienceOf(db, active),
  );
  announceStatusOfArrived(acting, active);
  announceQuietOfArrived(acting, active);
  if (user.is_bot === 1) announceBotAdded(acting, active);
  else announceExportConsent(acting, user.id, userSetting(db, active, 'allow_private_data_export'));
  announceMemberships(acting, user.id, 'add_members', everyone);
  keepSystemGroups(acting, active, everyone);
  returnWithAccount(acting, user.id);
  announceSettingsNaming(acting, user.id);
}

function announceMemberships(
  acting: SystemActing,
  userId: number,
  op: 'add_members' | 'remove_members',
  audience: Audience,
): void {
  for (const group_id of groupsWithMember(acting.db, userId)) {
    acting.announce({ type: 'user_group', op, group_id, user_ids: [userId] }, audience);
  }
}

/** Active bots of a user, by id. */
export function botsOf(db: Reader, ownerId: number): UserRow[] {
  return db.all<UserRow>(
    'SELECT * FROM users WHERE bot_owner_id = ? AND is_active = 1 AND is_bot = 1 ORDER BY id',
    ownerId,
  );
}

/** @param entity the localized name of what would be left without anybody: an owner or a user. */
const cannotDeactivateLastUser = (isLastOwner: boolean): ApiError =>
  new ApiError(
    400,
    'CANNOT_DEACTIVATE_LAST_USER',
    `Cannot deactivate the only ${isLastOwner ? 'organization owner' : 'user'}`,
    {
      is_last_owner: isLastOwner,
      entity: isLastOwner ? 'organization owner' : 'user',
    },
  );

/** Tells someone that their account was deactivated. @param comment of the administrator; '' = none. */
export function deactivationMail(acting: Acting, user: UserRow, comment: string): void {
  const name = organizationSetting(acting.db, 'name');
  const { t } = readingOf(user);
  const lines = [
    t('Hello {{name}},', { name: user.full_name }),
    t('Your account on {{organization}} was deactivated, and you can no longer sign in.', { organization: name }),
    ...(comment === '' ? [] : [t('{{name}} wrote:', { name: acting.user.full_name }), comment]),
  ];
  sendMail(acting, {
    to: user.delivery_email,
    subject: t('Your account on {{organization}} was deactivated', { organization: name }),
    text: `${lines.join('\n\n')}\n`,
    subjectId: user.id,
  });
}
