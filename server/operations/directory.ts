/**
 * The directory at work: signing in with it, trying it out as a user, and keeping accounts as it says. A synchronization that finds
 * too few of the known users changes nothing.
 */
import { setImmediate as othersFirst } from 'node:timers/promises';
import {
  ownOrigin,
  systemActing,
  type ChatServices,
  type DirectorySignIn,
  type SystemActing,
  type SystemViewing,
} from '../domain/acting.ts';
import { carryOut, planFor, planForGone, type DirectoryPlan } from '../domain/directory/apply.ts';
import type { DirectoryUser } from '../domain/directory/entry.ts';
import { isPictureKnown, newPicture, storePicture } from '../domain/directory/profile.ts';
import { directorySettings, storeDirectoryState, type DirectorySettings } from '../domain/directory/settings.shared.ts';
import { checkAwake } from '../domain/organization/rows.ts';
import {
  areTooManyOut,
  fewestOfMistake,
  sentencesOf,
  type AccountChange,
} from '../domain/sign-in-groups/account-change.ts';
import { directoryRows, findDirectoryRow, findDirectoryRowByKey } from '../domain/users/directory-rows.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import { ApiError, authenticationFailed, messageOf, userDeactivated } from '../errors.ts';
import { LdapError } from '../network/ldap-errors.ts';
import { withDirectory } from '../network/ldap.ts';
import { phrase, type Phrase } from '../translation.ts';
import { keepAvatar, removeAvatar, type KeptPicture } from '../uploads/pictures.ts';
import { connectionOf, findAll, findByName } from './directory-search.ts';

/** A sign-in waits no longer for the directory. */
const signInMs = 4500;
const synchronizeMs = 120_000;
const plansInOneTurn = 10;
const accountsInOneTurn = 4;
/** Failures that are remembered. In memory: wrong passwords of strangers write nothing to the disk. */
const mostFailures = 50;

export interface SignInFailure {
  /** UNIX seconds. */
  at: number;
  username: string;
  reason: string;
}

export class DirectoryService implements DirectorySignIn {
  readonly #services: () => ChatServices;
  readonly #failures: SignInFailure[] = [];

  /** @param services asked for when they are needed: they hold this. */
  constructor(services: () => ChatServices) {
    this.#services = services;
  }

  /** The newest first. */
  get failures(): readonly SignInFailure[] {
    return this.#failures.toReversed();
  }

  async signIn(username: string, password: string): Promise<UserRow | undefined> {
    const settings = await this.#settings();
    if (!settings.ldap_enabled || password === '') return undefined;
    const proved = await this.#prove(settings, username, password);
    if (proved === undefined) return undefined;
    const { user, plan } = await this.#write((acting) => {
      checkAwake(acting.db);
      const made = planFor(acting, proved, settings, true);
      return { plan: made, user: carryOut(acting, made, proved) };
    });
    const refused = plan.changes.find(({ kind }) => kind === 'refuse');
    const why = refused?.text ?? outside(proved);
    if (why !== undefined) {
      this.#note(username, why);
      if (proved.isDisabled) throw userDeactivated();
      throw authenticationFailed(403, `${why} Ask an administrator of this organization.`);
    }
    return user && this.#takePicture(user, proved);
  }

  /** Finds the user and binds as it. @returns undefined for a name or password that is wrong. @throws ApiError where the directory cannot say. */
  async #prove(settings: DirectorySettings, username: string, password: string): Promise<DirectoryUser | undefined> {
    try {
      return await withDirectory(connectionOf(settings), signInMs, async (session) => {
        const found = await findByName(session, settings, username);
        if (found.length !== 1) {
          this.#note(username, whyNoUser(found));
          return undefined;
        }
        const [entry] = found;
        const refusal = entry === undefined ? 'wrong' : await session.bind(entry.dn, password);
        if (refusal === null) return entry;
        this.#note(username, refusalWords[refusal]);
        return undefined;
      });
    } catch (error) {
      if (!(error instanceof LdapError)) throw error;
      this.#note(username, error.message);
      throw authenticationFailed(
        403,
        'The directory of the organization cannot be asked now. Try again in a few minutes. Owners can sign in with their password of this server.',
      );
    }
  }

  /** What a sign-in of this user would find and do; changes nothing. @throws LdapError */
  async tryOut(
    username: string,
  ): Promise<{ found: DirectoryUser[]; changes: AccountChange[]; refusal: string | null }> {
    const settings = await this.#settings();
    const found = await withDirectory(connectionOf(settings), signInMs, async (session) =>
      findByName(session, settings, username),
    );
    const [user] = found;
    if (user === undefined || found.length > 1)
      return {
        found,
        changes: [],
        refusal: whyNoUser(found),
      };
    const { changes } = await this.#services().storage.read((db) => planFor({ db }, user, settings, true));
    const refused = changes.find(({ kind }) => kind === 'refuse');
    return {
      found,
      changes: changes.filter((one) => one !== refused),
      refusal: refused?.text ?? outside(user) ?? null,
    };
  }

  /** Everything that a synchronization would change, in sentences. @throws LdapError also where too few users were found */
  async preview(): Promise<Phrase[]> {
    const plans = await this.#plans(await this.#settings());
    return plans.flatMap(({ changes }) => sentencesOf(changes));
  }

  /** Makes accounts what the directory says. @returns how many changes there were; never fails. */
  async synchronize(): Promise<number> {
    const settings = await this.#settings();
    if (!settings.ldap_enabled) return 0;
    let changed = 0;
    const problems: string[] = [];
    try {
      const plans = await this.#plans(settings);
      const changes = plans.filter((plan) => plan.changes.length > 0);
      // A few at once: their transactions share one write to the disk.
      for (let at = 0; at < changes.length; at += accountsInOneTurn) {
        const few = changes.slice(at, at + accountsInOneTurn);
        const counts = await Promise.all(few.map(async (plan) => this.#carryOut(plan, settings, problems)));
        changed += counts.reduce((sum, count) => sum + count, 0);
        await othersFirst();
      }
      for (const { found, user } of plans)
        if (found?.picture !== undefined && user?.is_active === 1) await this.#takePicture(user, found);
    } catch (error) {
      problems.push(messageOf(error));
      this.#services().log.warn({ err: error }, 'the directory was not synchronized');
    }
    const problem = problems[0] ?? null;
    await this.#write((acting) => storeDirectoryState(acting, { at: acting.now, problem }));
    return changed;
  }

  /** One account a transaction, planned again in it: others write in between. */
  async #carryOut(
    { found, key }: { found: DirectoryUser | undefined; key: string },
    settings: DirectorySettings,
    problems: string[],
  ): Promise<number> {
    try {
      return await this.#write((acting) => {
        const plan = planOf(acting, found, key, settings);
        carryOut(acting, plan, found);
        return sentencesOf(plan.changes).length;
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const name = found?.fullName ?? key;
      problems.push(phrase(`${name} could not be synchronized: ${error.message}`));
      return 0;
    }
  }

  async #plans(
    settings: DirectorySettings,
  ): Promise<(DirectoryPlan & { found: DirectoryUser | undefined; key: string })[]> {
    const { storage } = this.#services();
    const rows = await storage.read(directoryRows);
    const found = await withDirectory(connectionOf(settings), synchronizeMs, async (session) =>
      findAll(session, settings, rows),
    );
    const known = rows.filter(({ is_gone: isGone }) => isGone === 0);
    const seen = known.filter(({ entry_key: key }) => found.has(key)).length;
    const isTooFew = found.size === 0 ? known.length > 0 : areTooManyOut(known.length, known.length - seen);
    if (isTooFew)
      throw new LdapError(
        'search',
        `The directory returned ${seen} of ${known.length} known users. Nothing was changed. Check the base, the user filter and the rights of the account that searches.`,
      );
    const stay = known.filter(({ entry_key: key }) => mayStay(found.get(key))).length;
    if (seen >= fewestOfMistake && stay === 0)
      throw new LdapError(
        'search',
        `The directory returned ${seen} known users, and none of them is enabled and in a group that may sign in. Nothing was changed. Check the groups, and whether the account that searches may read them.`,
      );
    const plans: (DirectoryPlan & { found: DirectoryUser | undefined; key: string })[] = [];
    for (const [index, { entry_key: key }] of rows.entries()) {
      // Reading gives others no turn of its own.
      if (index % plansInOneTurn === 0) await othersFirst();
      const user = found.get(key);
      plans.push(await storage.read((db) => ({ ...planOf({ db }, user, key, settings), found: user, key })));
    }
    return plans;
  }

  /** Draws the picture of the directory, where it is another one; one that cannot be drawn keeps no one out. @returns the account as it then is. */
  async #takePicture(user: UserRow, found: DirectoryUser): Promise<UserRow> {
    const { options, random, log, storage } = this.#services();
    const row = await storage.read((db) => findDirectoryRow(db, user.id));
    if (row === undefined || isPictureKnown(row, found)) return user;
    const picture = newPicture(row, found);
    let drawn: KeptPicture | null = null;
    if (picture !== undefined)
      drawn = await keepAvatar(options.dataDir, user.id, picture, random).catch((error: unknown) => {
        log.info({ err: error, userId: user.id }, 'the picture of the directory cannot be drawn');
        return null;
      });
    const replaced = await this.#write((acting) => storePicture(acting, user.id, found, drawn));
    await removeAvatar(options.dataDir, replaced);
    return (await storage.read((db) => findUser(db, user.id))) ?? user;
  }

  async #settings(): Promise<DirectorySettings> {
    return this.#services().storage.read(directorySettings);
  }

  async #write<T>(fn: (acting: SystemActing) => T): Promise<T> {
    const services = this.#services();
    return services.storage.transaction((tx) => fn(systemActing(tx, services, ownOrigin(services))));
  }

  #note(username: string, reason: string): void {
    const at = Math.floor(this.#services().options.clock() / 1000);
    this.#failures.push({ at, username: username.slice(0, 100), reason });
    if (this.#failures.length > mostFailures) this.#failures.shift();
  }
}

const refusalWords = {
  wrong: phrase('The directory refused the password.'),
  expired: phrase('The password has expired in the directory, or has to be changed there first.'),
  disabled: phrase('The account is disabled in the directory.'),
  locked: phrase('The account is locked in the directory after too many wrong passwords.'),
} as const;

/** Why a name leads to no user. @param found none, or several */
const whyNoUser = (found: readonly DirectoryUser[]): string =>
  found.length === 0 ? phrase('The directory has no such user.') : phrase('The directory has several such users.');

const outside = ({ isDisabled, isAllowed }: DirectoryUser): string | undefined => {
  if (isDisabled) return refusalWords.disabled;
  return isAllowed ? undefined : phrase('The account is in no group that may sign in here.');
};

const mayStay = (found: DirectoryUser | undefined): boolean =>
  found !== undefined && !found.isDisabled && found.isAllowed;

function planOf(
  viewing: Pick<SystemViewing, 'db'>,
  found: DirectoryUser | undefined,
  key: string,
  settings: DirectorySettings,
): DirectoryPlan {
  if (found !== undefined) return planFor(viewing, found, settings, false);
  const row = findDirectoryRowByKey(viewing.db, key);
  return row === undefined ? { user: undefined, changes: [] } : planForGone(findUser(viewing.db, row.user_id), row);
}
