/**
 * Effects of a directory entry on an account: listed first, in sentences, and carried out by the same list. Owners are
 * neither made, linked, changed nor deactivated by a directory: its administrators must not become owners of the organization.
 */
import { isOwner, Role } from '../../permissions/roles.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { createUser, reactivateUser } from '../accounts/lifecycle.ts';
import { signOutEverywhere } from '../accounts/sign-out.ts';
import { sendWelcome } from '../accounts/welcome.ts';
import type { SystemActing, SystemViewing } from '../acting.ts';
import { audit } from '../audit/record.ts';
import { carryOutChanges, leavingChange, type AccountChange } from '../sign-in-groups/account-change.ts';
import { grantChanges } from '../sign-in-groups/grants.ts';
import type { GroupSource } from '../sign-in-groups/rules.ts';
import { deleteTwoFactor } from '../two-factor/rows.ts';
import { findDirectoryRowByKey, storeDirectoryRow, type DirectoryRow } from '../users/directory-rows.ts';
import { changeEmail, changeFullName } from '../users/edit.ts';
import { endMailedLinks } from '../users/link-rows.ts';
import { findUser, findUserByEmail, isSameAddress, updateUserRow, type UserRow } from '../users/rows.ts';
import { normalDn, type DirectoryUser } from './entry.ts';
import { profileChanges } from './profile.ts';
import { directorySource, type DirectorySettings } from './settings.shared.ts';

/** What is to happen, and to whom; `user` is undefined where there is no account yet. */
export interface DirectoryPlan {
  user: UserRow | undefined;
  changes: AccountChange[];
}

const keep = (): void => undefined;

/** What is to happen with a user whom the directory has. @param mayJoin whether an account may be made or taken over: at a sign-in. */
export function planFor(
  viewing: Pick<SystemViewing, 'db'>,
  found: DirectoryUser,
  settings: DirectorySettings,
  mayJoin: boolean,
): DirectoryPlan {
  const { db } = viewing;
  const row = findDirectoryRowByKey(db, found.key);
  const user = row === undefined ? undefined : findUser(db, row.user_id);
  if (found.isDisabled || !found.isAllowed) return { user, changes: leaving(user, row, whyOut(found)) };
  if (user !== undefined && row !== undefined) return { user, changes: updates(viewing, user, row, found, settings) };
  const known = found.email === '' ? undefined : findUserByEmail(db, found.email);
  if (!mayJoin) return { user: known, changes: [] };
  return joining(viewing, known, found, settings);
}

const whyOut =
  ({ isDisabled }: DirectoryUser) =>
  (name: string): Phrase =>
    isDisabled
      ? phrase(`Deactivate ${name}: it is disabled in the directory.`)
      : phrase(`Deactivate ${name}: it is in no group that may sign in.`);

/** What is to happen with an account whose entry the directory no longer has. */
export const planForGone = (user: UserRow | undefined, row: DirectoryRow): DirectoryPlan => ({
  user,
  changes: leaving(user, row, (name) => phrase(`Deactivate ${name}: the directory no longer has it.`)),
});

function leaving(
  user: UserRow | undefined,
  row: DirectoryRow | undefined,
  sentence: (name: string) => Phrase,
): AccountChange[] {
  if (user === undefined || row === undefined || user.is_active === 0 || isOwner(user)) return [];
  const remember = ({ tx }: SystemActing): void => storeDirectoryRow(tx, { user_id: row.user_id, is_gone: 1 });
  return [leavingChange(sentence(user.full_name), remember)];
}

function joining(
  { db }: Pick<SystemViewing, 'db'>,
  known: UserRow | undefined,
  found: DirectoryUser,
  settings: DirectorySettings,
): DirectoryPlan {
  const refuse = (text: Phrase): DirectoryPlan => ({ user: known, changes: [{ kind: 'refuse', text, run: keep }] });
  if (found.email === '')
    return refuse(phrase(`The directory has no address (${settings.ldap_email_attribute}) for ${found.username}.`));
  if (known === undefined)
    return {
      user: undefined,
      changes: [
        { kind: 'create', text: phrase(`Create an account for ${found.fullName}, ${found.email}.`), run: keep },
        ...profileChanges(db, undefined, undefined, found),
        ...grants({ db }, undefined, found, settings),
      ],
    };
  if (!isSameAddress(known.delivery_email, found.email))
    return refuse(phrase(`${found.email} is not the address of the account that it looks like.`));
  if (known.is_bot === 1) return refuse(phrase(`${found.email} is the address of a bot.`));
  if (isOwner(known))
    return refuse(
      phrase(`${found.email} is the address of an owner. Owners sign in with their password of this server.`),
    );
  if (known.is_active === 0)
    return refuse(
      phrase(`The account of ${known.full_name} was deactivated here. An administrator can reactivate it.`),
    );
  return {
    user: known,
    changes: [
      {
        kind: 'link',
        text: phrase(
          `Use the account of ${known.full_name}, which has the same address. Its password here, its sessions and its API key end.`,
        ),
        run: (acting, user) => takeOver(acting, user),
      },
      ...profileChanges(db, known, undefined, found),
      ...grants({ db }, known, found, settings),
    ],
  };
}

/** An account with this address may have been made by another person: nothing that opened it before does so any longer. */
function takeOver(acting: SystemActing, user: UserRow): void {
  signOutEverywhere(acting, user);
  updateUserRow(acting.tx, user.id, { password_hash: null });
  // It belongs to that password; a password that an administrator allows later would ask for the other person's phone.
  deleteTwoFactor(acting.tx, user.id);
  endMailedLinks(acting.tx, user.id);
  audit(acting, { kind: 'user', action: 'linked', subject_id: user.id, subject: user.full_name });
}

function updates(
  viewing: Pick<SystemViewing, 'db'>,
  user: UserRow,
  row: DirectoryRow,
  found: DirectoryUser,
  settings: DirectorySettings,
): AccountChange[] {
  if (isOwner(user)) return [];
  const changes: AccountChange[] = [];
  if (user.is_active === 0) {
    // What an administrator closed here stays closed.
    if (row.is_gone === 0) return [];
    changes.push({
      kind: 'other',
      text: phrase(`Reactivate ${user.full_name}: the directory has it again.`),
      run: reactivateUser,
    });
  }
  if (row.password_changed !== '' && found.passwordChanged !== '' && row.password_changed !== found.passwordChanged)
    changes.push({
      kind: 'other',
      text: phrase(`End the sessions and the API key of ${user.full_name}: its password was changed in the directory.`),
      run: signOutEverywhere,
    });
  if (found.fullName !== '' && found.fullName !== user.full_name)
    changes.push({
      kind: 'other',
      text: phrase(`Rename ${user.full_name} to ${found.fullName}.`),
      run: (acting, now) => void changeFullName(acting, now, found.fullName),
    });
  if (found.email !== '' && found.email.toLowerCase() !== user.delivery_email.toLowerCase())
    changes.push({
      kind: 'other',
      text: phrase(`Change the address of ${user.full_name} to ${found.email}.`),
      run: (acting, now) => void changeEmail(acting, now, found.email),
    });
  return [...changes, ...profileChanges(viewing.db, user, row, found), ...grants(viewing, user, found, settings)];
}

const grants = (
  { db }: Pick<SystemViewing, 'db'>,
  user: UserRow | undefined,
  found: DirectoryUser,
  settings: DirectorySettings,
): AccountChange[] => grantChanges(db, user, user?.full_name ?? found.fullName, sourceOf(settings), found.groups);

const sourceOf = ({ ldap_group_rules: rules }: DirectorySettings): GroupSource => ({
  id: directorySource,
  provider: null,
  rules,
  normal: normalDn,
});

/** Carries a plan out. @returns the account; undefined where the plan refuses one. @throws ApiError for a name or address that cannot be used here */
export function carryOut(
  acting: SystemActing,
  { user, changes }: DirectoryPlan,
  found?: DirectoryUser,
): UserRow | undefined {
  if (changes.some(({ kind }) => kind === 'refuse')) return undefined;
  const isNew = changes.some(({ kind }) => kind === 'create');
  const first =
    isNew && found !== undefined
      ? createUser(acting, { email: found.email, fullName: found.fullName, role: Role.member, passwordHash: null })
      : user;
  if (first === undefined) return undefined;
  // First, as changes of the profile write into the row.
  if (found !== undefined && found.isAllowed && !found.isDisabled && !isOwner(first))
    storeDirectoryRow(acting.tx, {
      user_id: first.id,
      entry_key: found.key,
      dn: found.dn,
      username: found.username,
      password_changed: found.passwordChanged,
      is_gone: 0,
    });
  carryOutChanges(acting, first, changes);
  if (isNew) sendWelcome(acting, first);
  return findUser(acting.db, first.id);
}
