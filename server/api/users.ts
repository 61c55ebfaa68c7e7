/** Accounts: listing, looking up, creating, changing, deactivating and bringing back (contract: create-user). */
import { z } from 'zod';
import { giveEmail } from '../domain/accounts/email-changes.ts';
import * as accounts from '../domain/accounts/lifecycle.ts';
import { checkPasswordRules } from '../domain/accounts/passwords.shared.ts';
import { changeName } from '../domain/accounts/profile.ts';
import { changeRole } from '../domain/accounts/role.ts';
import { sendWelcome } from '../domain/accounts/welcome.ts';
import type { Acting, Viewing } from '../domain/acting.ts';
import { reactivateBot } from '../domain/bots/edit.ts';
import { setProfileData } from '../domain/profile-fields/edit.ts';
import { checkNewAddress, setCanCreateUsers } from '../domain/users/edit.ts';
import { allUsers, findUser, type UserRow } from '../domain/users/rows.ts';
import { accessUser, accessUserByEmail, visibleUserIds } from '../domain/users/visibility.shared.ts';
import { userWire, usersWire } from '../domain/users/wire.ts';
import { ApiError, badRequest, checking, invalidParameter, unauthorizedPrincipal } from '../errors.ts';
import { bool, int, json, listOf, oneOfInts, text, type Parsed } from '../http/params.ts';
import { canCreateUsers, isAdministrator, isOwner, Role, roleNumbers } from '../permissions/roles.ts';
import { hashPassword } from '../secrets.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Users';

const userId = int().describe('Id of a user.');
const email = text({ min: 1, max: 300 }).describe('API email of a user, or the real one where you may see it.');
const wireParams = {
  client_gravatar: bool().default(true).describe('Null instead of pictures that the client can compute itself.'),
  include_custom_profile_fields: bool().default(false).describe('Values of the profile fields of persons.'),
};
const wireOptions = (params: Parsed<typeof wireParams>) => ({
  clientGravatar: params.client_gravatar,
  includeCustomProfileFields: params.include_custom_profile_fields,
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'authenticated',
  anonymous: 'web-public',
  summary: 'All users that you may see.',
  personal: false,
  params: { ...wireParams, user_ids: listOf(z.int(), { max: 10_000 }).optional().describe('Only these.') },
  run: ({ read, params }) =>
    read((viewing) => {
      const visible = visibleUserIds(viewing);
      const wanted = params.user_ids && new Set(params.user_ids);
      const users = allUsers(viewing.db).filter(({ id }) => (visible?.has(id) ?? true) && (wanted?.has(id) ?? true));
      return { members: usersWire(viewing, users, wireOptions(params)) };
    }),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/{user_id}',
  access: 'authenticated',
  summary: 'One user, by id.',
  personal: false,
  params: { user_id: userId, ...wireParams },
  run: ({ read, params }) =>
    read((viewing) => ({ user: userWire(viewing, accessUser(viewing, params.user_id), wireOptions(params)) })),
});

export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/{email}',
  access: 'authenticated',
  summary: 'One user, by address.',
  personal: false,
  params: { email, ...wireParams },
  run: ({ read, params }) =>
    read((viewing) => ({
      user: userWire(viewing, accessUserByEmail(viewing, params.email), wireOptions(params)),
    })),
});

/** @throws ApiError BAD_REQUEST unless the caller holds `can_create_users` (contract: create-user). */
function checkMayCreate({ user }: Viewing): void {
  if (!canCreateUsers(user)) throw badRequest('User not authorized to create users');
}

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'administrator',
  summary: 'Create an account; needs the permission can_create_users.',
  personal: false,
  params: {
    email: text({ min: 1, max: 300 }),
    password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
    full_name: text({ min: 1, max: 200 }),
  },
  async run(call) {
    await call.read(checkMayCreate);
    checkPasswordRules(call.params.password);
    const passwordHash = await hashPassword(call.params.password, call.services.options.passwordCost);
    return call.write((acting) => {
      checkMayCreate(acting);
      const address = checkNewAddress(acting, call.params.email);
      const user = accounts.createUser(acting, {
        email: address,
        fullName: call.params.full_name,
        role: Role.member,
        passwordHash,
        by: acting.user,
      });
      sendWelcome(acting, user);
      return { user_id: user.id };
    });
  },
});

const profileData = json(z.array(z.object({ id: z.int(), value: z.unknown() })).max(200)).describe(
  'Values of profile fields.',
);
const editParams = {
  full_name: text({ min: 1, max: 200 }).optional(),
  role: oneOfInts(roleNumbers)
    .optional()
    .describe('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
  profile_data: profileData.optional(),
  new_email: text({ min: 1, max: 300 }).optional().describe('A new real address; owners only.'),
  can_create_users: bool().optional().describe('Whether an administrator may create accounts; owners only.'),
};

/** Everything that a request may change of someone, each part under its own rule. */
function applyEdit(acting: Acting, target: UserRow, edit: Parsed<typeof editParams>): void {
  if (target.is_system_bot === 1) throw badRequest('Insufficient permission');
  let user = target;
  const { role, profile_data: data } = edit;
  if (role !== undefined) user = checking('role', () => changeRole(acting, target, role));
  if (edit.full_name !== undefined) changeName(acting, user, edit.full_name);
  if (data !== undefined) {
    if (user.is_bot === 1) throw invalidParameter('profile_data', 'Bots have no profile fields.');
    setProfileData(acting, user, data as { id: number; value: unknown }[]);
  }
  if (edit.new_email !== undefined) {
    if (!isOwner(acting.user)) throw invalidParameter('new_email', 'User not authorized to change user emails');
    const { new_email: address } = edit;
    checking('new_email', () => giveEmail(acting, findUser(acting.db, user.id) as UserRow, address));
  }
  if (edit.can_create_users !== undefined) {
    if (!isOwner(acting.user)) throw unauthorizedPrincipal('Must be an organization owner');
    setCanCreateUsers(acting, user, edit.can_create_users);
  }
}

export const editUser = endpoint({
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'administrator',
  summary: 'Change an account.',
  personal: false,
  params: { user_id: userId, ...editParams },
  run: ({ write, params }) =>
    write((acting) => {
      applyEdit(acting, accessUser(acting, params.user_id), params);
      return {};
    }),
});

export const editUserByEmail = endpoint({
  method: 'PATCH',
  path: '/users/{email}',
  access: 'administrator',
  summary: 'Change an account, found by address.',
  personal: false,
  params: { email, ...editParams },
  run: ({ write, params }) =>
    write((acting) => {
      applyEdit(acting, accessUserByEmail(acting, params.email), params);
      return {};
    }),
});

/** As `checkMayLeave`, with the plain code that the contract gives to this operation. */
function checkMayBeRemoved(acting: Acting, user: UserRow): void {
  try {
    accounts.checkMayLeave(acting.db, user);
  } catch (error) {
    if (error instanceof ApiError) throw badRequest(error.message);
    throw error;
  }
}

export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}',
  access: 'administrator',
  summary: 'Deactivate an account.',
  personal: false,
  answer: {},
  params: {
    user_id: userId,
    deactivation_notification_comment: text({ max: 2000 })
      .optional()
      .describe('Mailed to the user; no mail when absent.'),
  },
  run: ({ write, params }) =>
    write((acting) => {
      const user = accessUser(acting, params.user_id);
      accounts.checkManages(acting, user);
      checkMayBeRemoved(acting, user);
      accounts.deactivateUser(acting, user);
      const comment = params.deactivation_notification_comment;
      if (comment !== undefined && user.is_bot === 0) accounts.deactivationMail(acting, user, comment);
      return {};
    }),
});

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/users/{user_id}/reactivate',
  access: 'authenticated',
  summary: 'Reactivate a deactivated account: administrators, and the owner of a bot.',
  personal: false,
  params: { user_id: userId },
  run: ({ write, params }) =>
    write((acting) => {
      const user = findUser(acting.db, params.user_id);
      const isOwnBot = user?.is_bot === 1 && user.bot_owner_id === acting.user.id;
      if (!isOwnBot && !isAdministrator(acting.user)) throw unauthorizedPrincipal();
      return reactivate(acting, accessUser(acting, params.user_id));
    }),
});

function reactivate(acting: Acting, user: UserRow): Record<string, never> {
  accounts.checkManages(acting, user);
  if (user.is_bot === 1) reactivateBot(acting, user);
  else accounts.reactivateUser(acting, user);
  return {};
}
