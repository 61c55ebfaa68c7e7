/** Presence and typing state. Both expire on their own: see `withoutExpired`. */
import { changed, withEntries, withEntry, withoutKeys } from './collections.ts';
import { direct, inChannel, keyOf, type ConversationKey } from './conversation.ts';
import type { EventOf, Registration, Schemas } from './events.ts';
import type { Organization } from './organization.ts';

/** UNIX seconds of the last report of each kind; 0 for never. */
export type UserPresence = Schemas['ModernPresenceFormat'];
/** Who is at it -> until when that holds without another word of theirs, UNIX milliseconds of this computer. */
export type Typists = ReadonlyMap<number, number>;

export interface Presence {
  readonly presences: ReadonlyMap<number, UserPresence>;
  readonly typing: ReadonlyMap<ConversationKey, Typists>;
  /** Messages that someone is editing. */
  readonly editing: ReadonlyMap<number, Typists>;
}

export function presenceFrom(registration: Registration): Presence {
  return { presences: presencesFrom(registration.presences), typing: new Map(), editing: new Map() };
}

/** As registrations, events and answers to reports tell them. */
type Told =
  | Registration['presences']
  | EventOf<'presence'>['presences']
  | Schemas['UpdatePresenceResponse']['presences'];

/** In the form that `slim_presence` asks for; entries of the older form are passed over. */
function presencesFrom(presences: Told): Presence['presences'] {
  return new Map(
    Object.entries(presences ?? {}).flatMap(([id, presence]) =>
      isModern(presence) ? [[Number(id), presence] as const] : [],
    ),
  );
}

const nobody: Presence['presences'] = new Map();

/** Who is to be seen: no one where the organization shares no presence. What was known of them holds again when it does. */
export const presencesSeen = ({
  presence,
  organization,
}: {
  presence: Presence;
  organization: Pick<Organization, 'realm'>;
}): Presence['presences'] => (organization.realm.presence_disabled ? nobody : presence.presences);

const isModern = (presence: object): presence is UserPresence => 'active_timestamp' in presence;

export const changePresences = (
  known: Presence['presences'],
  { presences }: { presences?: Told },
): Presence['presences'] => withEntries(known, presencesFrom(presences));

interface Moment {
  me: number;
  nowMs: number;
  /** How long a word of typing holds. */
  expiryMs: number;
}

export function changeTyping(
  typing: Presence['typing'],
  event: EventOf<'typing'>,
  { me, nowMs, expiryMs }: Moment,
): Presence['typing'] {
  const people = (event.recipients ?? []).map(({ user_id: id }) => id);
  const place =
    event.message_type === 'stream' ? inChannel(event.stream_id ?? 0, event.topic ?? '') : direct(people, me);
  const until = event.op === 'start' ? nowMs + expiryMs : null;
  return withTypist(typing, keyOf(place), event.sender.user_id, until);
}

export function changeEditing(
  editing: Presence['editing'],
  event: EventOf<'typing_edit_message'>,
  { nowMs, expiryMs }: Moment,
): Presence['editing'] {
  return withTypist(editing, event.message_id, event.sender_id, event.op === 'start' ? nowMs + expiryMs : null);
}

/** A user who has sent their message types no more. */
export const withoutTypist = (typing: Presence['typing'], key: ConversationKey, userId: number): Presence['typing'] =>
  withTypist(typing, key, userId, null);

function withTypist<Key>(
  all: ReadonlyMap<Key, Typists>,
  key: Key,
  userId: number,
  until: number | null,
): ReadonlyMap<Key, Typists> {
  if (until !== null) return withEntry(all, key, withEntry(all.get(key) ?? new Map<number, number>(), userId, until));
  return withoutEmpty(changed(all, key, (typists) => withoutKeys(typists, [userId])));
}

/** What is over by now. @returns the same presence where nothing is. */
export function withoutExpired(presence: Presence, nowMs: number): Presence {
  const typing = current(presence.typing, nowMs);
  const editing = current(presence.editing, nowMs);
  return typing === presence.typing && editing === presence.editing ? presence : { ...presence, typing, editing };
}

function current<Key>(all: ReadonlyMap<Key, Typists>, nowMs: number): ReadonlyMap<Key, Typists> {
  let left = all;
  for (const [key, typists] of all) {
    const over = [...typists].filter(([, until]) => until <= nowMs).map(([id]) => id);
    left = changed(left, key, (one) => withoutKeys(one, over));
  }
  return withoutEmpty(left);
}

function withoutEmpty<Key>(all: ReadonlyMap<Key, Typists>): ReadonlyMap<Key, Typists> {
  return withoutKeys(
    all,
    [...all].filter(([, typists]) => typists.size === 0).map(([key]) => key),
  );
}
