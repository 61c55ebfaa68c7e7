/**
 * Grants from directory or provider groups: its role, channels and user groups. Channels are given when the group is
 * entered, roles and user groups as long as it lasts. What was given ends with the last group that calls for it; what the account had
 * before, or got by hand, stays. No group that ends gives more rights: a guest stays a guest, and becomes one again.
 */
import { isOwner, Role } from '../../permissions/roles.ts';
import { phrase, type Phrase } from '../../translation.ts';
import { setRole } from '../accounts/role.ts';
import type { SystemViewing } from '../acting.ts';
import { defaultChannels, findChannel, type ChannelRow } from '../channels/rows.ts';
import { isSubscribed } from '../channels/subscriptions/rows.ts';
import { subscribeUsers, unsubscribeUsers } from '../channels/subscriptions/subscribe.ts';
import { putInGroup, takeFromGroup } from '../groups/members.ts';
import { findGroup, memberRows, type GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import {
  entitlementsOf,
  grantsOf,
  storeEntitlements,
  storeGrants,
  type Grant,
  type GrantKind,
} from '../users/sign-in-grant-rows.ts';
import type { AccountChange } from './account-change.ts';
import { channelsTaken, roleGiven, roleTaken, userGroupsTaken } from './grant-sentences.ts';
import { entitlements, type GroupSource } from './rules.ts';

type Db = SystemViewing['db'];

/** Everything that the changes of one account follow from. */
interface GrantFacts {
  db: Db;
  /** undefined where there is no account yet. */
  user: UserRow | undefined;
  name: string;
  source: GroupSource;
  /** What the groups of the source call for. */
  now: readonly Grant[];
  /** What the source called for the last time. */
  before: readonly Grant[];
  /** What other sources call for. */
  others: readonly Grant[];
  given: readonly Grant[];
}

/** Changes of one kind, and what was given of this kind afterwards. */
interface Outcome {
  changes: AccountChange[];
  given: Grant[];
}

/**
 * @param user undefined where there is no account yet. @param name of the account, for sentences.
 * @param groups of the user, as the source names them.
 */
export function grantChanges(
  db: Db,
  user: UserRow | undefined,
  name: string,
  source: GroupSource,
  groups: readonly string[],
): AccountChange[] {
  const all = user === undefined ? [] : entitlementsOf(db, user.id);
  const known: GrantFacts = {
    db,
    user,
    name,
    source,
    now: entitlements(source, groups),
    before: all.filter((one) => one.source === source.id),
    others: all.filter((one) => one.source !== source.id),
    given: user === undefined ? [] : grantsOf(db, user.id),
  };
  const outcomes = [roleOutcome(known), channelOutcome(known), userGroupOutcome(known)];
  return [
    ...outcomes.flatMap(({ changes }) => changes),
    ...remembering(
      known,
      outcomes.flatMap(({ given }) => given),
    ),
  ];
}

const targets = (grants: readonly Grant[], kind: GrantKind): number[] =>
  grants.filter((one) => one.kind === kind).map(({ target }) => target);

const asGrants = (kind: GrantKind, all: readonly number[]): Grant[] =>
  [...new Set(all)].map((target) => ({ kind, target }));

/** Runs last: changes of roles and memberships forget what was given. */
function remembering(known: GrantFacts, given: readonly Grant[]): AccountChange[] {
  const channels = targets(known.before, 'channel');
  // A channel that is archived is entered later, should it open again.
  const called = known.now.filter(
    ({ kind, target }) => kind !== 'channel' || channels.includes(target) || isOpen(findChannel(known.db, target)),
  );
  if (sameGrants(called, known.before) && sameGrants(given, known.given)) return [];
  return [
    {
      kind: 'other',
      text: null,
      run({ tx }, { id }) {
        storeEntitlements(tx, id, known.source.id, called);
        storeGrants(tx, id, given);
      },
    },
  ];
}

function sameGrants(some: readonly Grant[], others: readonly Grant[]): boolean {
  const keys = (grants: readonly Grant[]): string =>
    grants
      .map(({ kind, target }) => `${kind} ${target}`)
      .sort()
      .join();
  return keys(some) === keys(others);
}

/** Owners are neither made nor changed. */
function roleOutcome({ user, name, now, others, given, source }: GrantFacts): Outcome {
  const present = user?.role ?? Role.member;
  const ownGiven = targets(given, 'role');
  const isGiven = ownGiven.includes(present);
  const [former] = targets(given, 'former_role');
  if (user !== undefined && isOwner(user)) return { changes: [], given: [] };
  const roles = targets([...now, ...others], 'role');
  if (roles.length > 0) {
    const role = Math.min(...roles);
    const wasGuest = isGiven ? former === Role.guest : present === Role.guest;
    const asGiven = [...asGrants('role', [role]), ...asGrants('former_role', wasGuest ? [Role.guest] : [])];
    if (role === present) return { changes: [], given: isGiven ? asGiven : [] };
    return { changes: [roleChange(roleGiven(name, role), role)], given: asGiven };
  }
  const role = former ?? Role.member;
  if (!isGiven || present >= role) return { changes: [], given: [] };
  return { changes: [roleChange(roleTaken(name, role, present, source.provider), role)], given: [] };
}

const roleChange = (text: Phrase, role: number): AccountChange => ({
  kind: 'other',
  text,
  run: (acting, user) => void setRole(acting, user, role),
});

const isOpen = (channel: ChannelRow | undefined): boolean => channel?.is_archived === 0;

const channelNames = (channels: readonly ChannelRow[]): string => channels.map((one) => `#${one.name}`).join(', ');

/** Who left a channel by hand is not brought back: it is given when the group is entered. */
function channelOutcome({ db, user, name, source, now, before, others, given }: GrantFacts): Outcome {
  const called = targets([...now, ...others], 'channel');
  const known = targets([...before, ...others], 'channel');
  // A new account is in the default channels without any group.
  const isIn = (id: number): boolean =>
    user === undefined ? defaultChannels(db).some((one) => one.id === id) : isSubscribed(db, user.id, id);
  const load = (ids: readonly number[]): ChannelRow[] => ids.flatMap((id) => findChannel(db, id) ?? []);
  const entered = load(targets(now, 'channel').filter((id) => !known.includes(id) && !isIn(id))).filter(isOpen);
  const left = load(targets(given, 'channel').filter((id) => !called.includes(id) && isIn(id)));
  const kept = targets(given, 'channel').filter((id) => called.includes(id));
  const changes: AccountChange[] = [];
  const enteredNames = channelNames(entered);
  if (entered.length > 0)
    changes.push({
      kind: 'other',
      text: phrase(`Subscribe ${name} to ${enteredNames}.`),
      run: (acting, account) => void subscribeUsers(acting, entered, [account.id]),
    });
  if (left.length > 0)
    changes.push({
      kind: 'other',
      text: channelsTaken(name, channelNames(left), source.provider),
      run: (acting, account) => void unsubscribeUsers(acting, left, [account.id]),
    });
  return { changes, given: asGrants('channel', [...kept, ...entered.map(({ id }) => id)]) };
}

const groupNames = (groups: readonly GroupRow[]): string => groups.map((one) => one.name).join(', ');

/** Deactivated groups are left too: they may be reactivated, and carry permissions then. System groups follow from roles. */
function userGroupOutcome({ db, user, name, source, now, others, given }: GrantFacts): Outcome {
  const called = targets([...now, ...others], 'user_group');
  const isIn = (id: number): boolean => user !== undefined && memberRows(db, id).includes(user.id);
  const load = (ids: readonly number[]): GroupRow[] => ids.flatMap((id) => findGroup(db, id) ?? []);
  const added = load(targets(now, 'user_group').filter((id) => !isIn(id))).filter(
    (one) => one.is_system_group === 0 && one.deactivated === 0,
  );
  const ended = load(targets(given, 'user_group').filter((id) => !called.includes(id) && isIn(id)));
  const kept = targets(given, 'user_group').filter((id) => called.includes(id) && isIn(id));
  const changes: AccountChange[] = [];
  const addedNames = groupNames(added);
  if (added.length > 0)
    changes.push({
      kind: 'other',
      text: phrase(`Add ${name} to ${addedNames}.`),
      run(acting, account) {
        for (const { id } of added) putInGroup(acting, id, [account.id]);
      },
    });
  if (ended.length > 0)
    changes.push({
      kind: 'other',
      text: userGroupsTaken(name, groupNames(ended), source.provider),
      run(acting, account) {
        for (const { id } of ended) takeFromGroup(acting, id, [account.id]);
      },
    });
  return { changes, given: asGrants('user_group', [...kept, ...added.map(({ id }) => id)]) };
}
