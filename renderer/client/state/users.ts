/** People and bots, and what they say of themselves: names, roles, profiles, statuses. */
import { byId, changed, mapped, withEntry, withoutKeys } from './collections.ts';
import type { EventOf, Registration, Schemas } from './events.ts';

export type User = Schemas['User'];
export type UserStatus = Schemas['UserStatus'];
export type Bot = Schemas['Bot'];

export interface Users {
  /** Everyone whom one may see, deactivated accounts too: `is_active` shows it. */
  readonly users: ReadonlyMap<number, User>;
  /** Accounts by which the server itself speaks. */
  readonly systemBots: ReadonlyMap<number, User>;
  /** Of those who have set one. */
  readonly statuses: ReadonlyMap<number, UserStatus>;
  /** Users who want no notifications now: until when, in UNIX seconds. */
  readonly quiet: ReadonlyMap<number, number>;
  /** With their keys: one's own bots, and all for administrators. */
  readonly bots: ReadonlyMap<number, Bot>;
}

export function usersFrom(registration: Registration): Users {
  const {
    realm_users: active,
    realm_non_active_users: inactive,
    user_status: statuses,
    realm_bots: bots,
  } = registration;
  const users = [
    ...active.map((user) => ({ ...user, is_active: true })),
    ...inactive.map((user) => ({ ...user, is_active: false })),
  ];
  return {
    users: new Map(users.map((user) => [user.user_id, user])),
    systemBots: byId(registration.cross_realm_bots, 'user_id'),
    statuses: new Map(Object.entries(statuses).map(([id, status]) => [Number(id), status])),
    quiet: new Map(Object.entries(registration.do_not_disturb.users).map(([id, until]) => [Number(id), until])),
    bots: new Map(bots.map((bot) => [bot.user_id, bot])),
  };
}

/** What is reported about a change, of which each event has a part. */
interface PersonUpdate extends Partial<Omit<User, 'user_id' | 'avatar_url'>> {
  user_id: number;
  new_email?: string;
  avatar_url?: string | null;
  avatar_url_medium?: string | null;
  avatar_source?: string;
  custom_profile_field?: { id: number; value: string | null; rendered_value?: string };
}

export function changeUser(users: Users['users'], event: EventOf<'realm_user'>): Users['users'] {
  if (event.op === 'add') return withEntry(users, event.person.user_id, event.person);
  if (event.op === 'remove') return withoutKeys(users, [event.person.user_id]);
  const person: PersonUpdate = event.person;
  return changed(users, person.user_id, (user) => updated(user, person));
}

function updated(user: User, person: PersonUpdate): User {
  const { new_email: email, custom_profile_field: field, avatar_url_medium: _m, avatar_source: _s, ...fields } = person;
  return {
    ...user,
    ...fields,
    ...(email !== undefined && { email }),
    ...(fields.role !== undefined && {
      is_owner: fields.role === 100,
      is_admin: fields.role <= 200,
      is_guest: fields.role === 600,
    }),
    ...(field !== undefined && { profile_data: profileWith(user.profile_data ?? {}, field) }),
  };
}

type Profile = NonNullable<User['profile_data']>;

function profileWith(profile: Profile, field: NonNullable<PersonUpdate['custom_profile_field']>): Profile {
  const { id, value, ...rest } = field;
  const { [id]: _old, ...others } = profile;
  return value === null ? others : { ...others, [id]: { value, ...rest } };
}

/** What was written into a field that is gone goes with it. */
export function withProfileFields(users: Users['users'], fieldIds: ReadonlySet<number>): Users['users'] {
  return mapped(users, (user) => {
    const profile = Object.entries(user.profile_data ?? {});
    const kept = profile.filter(([id]) => fieldIds.has(Number(id)));
    return kept.length === profile.length ? user : { ...user, profile_data: Object.fromEntries(kept) };
  });
}

export function changeStatus(statuses: Users['statuses'], event: EventOf<'user_status'>): Users['statuses'] {
  const { user_id: userId, away, status_text, emoji_name, emoji_code, reaction_type } = event;
  const status: UserStatus = {
    ...(away === true && { away }),
    ...(status_text !== '' && { status_text }),
    ...(emoji_name !== '' && { emoji_name }),
    ...(emoji_code !== '' && { emoji_code }),
    ...(reaction_type !== '' && { reaction_type }),
  };
  return Object.keys(status).length === 0 ? withoutKeys(statuses, [userId]) : withEntry(statuses, userId, status);
}

/** A user turned notifications off or on, or quiet hours began or ended. */
export const changeQuiet = (quiet: Users['quiet'], userId: number, until: number | null): Users['quiet'] =>
  until === null ? withoutKeys(quiet, [userId]) : withEntry(quiet, userId, until);

/** Keys are for a bot's owner and for administrators, those of an owner's rank for owners: that a bot leaves one's sight follows from who it is now. */
export function withVisibleBots({ users, bots }: Pick<Users, 'users' | 'bots'>, me: number): Users['bots'] {
  const role = users.get(me)?.role ?? 600;
  const hidden = [...bots.values()].filter(
    (bot) => bot.owner_id !== me && role > (users.get(bot.user_id)?.role === 100 ? 100 : 200),
  );
  return withoutKeys(
    bots,
    hidden.map((bot) => bot.user_id),
  );
}

/** A bot has a new owner or address, as events of users tell. */
export function withBotNews(bots: Users['bots'], person: Schemas['RealmUserUpdatePerson']): Users['bots'] {
  if ('bot_owner_id' in person)
    return changed(bots, person.user_id, (bot) => ({ ...bot, owner_id: person.bot_owner_id }));
  if ('new_email' in person) return changed(bots, person.user_id, (bot) => ({ ...bot, email: person.new_email }));
  return bots;
}

const withBots = new WeakMap<Users['users'], ReadonlyMap<number, User>>();

/** @returns everyone who may have written something, system bots too; the same map as long as no one changes. */
export function writersIn({ users, systemBots }: Users): ReadonlyMap<number, User> {
  const known = withBots.get(users) ?? new Map([...systemBots, ...users]);
  withBots.set(users, known);
  return known;
}
