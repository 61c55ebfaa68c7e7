/**
 * The accounts of the organization as JSON, as registration reports them: made once for all who see the same of addresses, and
 * remembered until an account changes.
 */
import { daySecs } from '../../durations.ts';
import { joinedList, type JsonText } from '../../json-text.ts';
import type { Reader } from '../../storage/database.ts';
import { prepareList, rememberedList, type ListSource } from '../../storage/remembered-list.ts';
import type { Viewing } from '../acting.ts';
import { hereSince } from './activity.shared.ts';
import { allUsers, isVisitor, type UserRow } from './rows.ts';
import { visibleUserIds } from './visibility.shared.ts';
import { unknownUserWire, userWire, usersWire, type UserWireOptions } from './wire.ts';

type Person = Pick<UserRow, 'id' | 'is_active' | 'is_bot' | 'date_joined'>;

interface PersonText extends Person {
  text: string;
}

/** Some of them together: most leave as bytes that all answers share. */
interface Block {
  people: readonly PersonText[];
  /** Their texts with a comma before every one. */
  active: Buffer;
  inactive: Buffer;
}

/** No account has it: a user who looks sees of no one more than their role lets them. */
const nobodysId = -1;
/** A user who was away for so long is seldom drawn: their picture's address only makes a registration longer. */
const longAwaySecs = 14 * daySecs;

export interface PeopleOptions {
  clientGravatar: boolean;
  /** Leaves out those whom a guest cannot see, who are otherwise told of as unknown. */
  withoutUnknown: boolean;
  /** For clients that know where pictures are without being reported (contract: RegisterRequest.client_capabilities). */
  withoutOldPictures: boolean;
}

/** People whose texts take a millisecond or so. */
const atOnce = 100;

/** Makes ahead, in steps, what `peopleTexts` remembers. */
export function* preparePeople({ db, user }: Viewing, options: PeopleOptions): Generator<void, void> {
  const form = formOf(options);
  yield* prepareList(db, sharedTexts(db, user, form));
  if (options.withoutOldPictures) yield* prepareList(db, sharedTexts(db, user, withoutPictures(form)));
}

/** Accounts as JSON (contract: User), those that are active and the others; each with the unknown last. */
export function peopleTexts(viewing: Viewing, options: PeopleOptions): { active: JsonText; inactive: JsonText } {
  const { db, user } = viewing;
  const form = formOf(options);
  const isShorter = options.withoutOldPictures ? longAway(viewing) : () => false;
  const shorter = options.withoutOldPictures ? rememberedList(db, sharedTexts(db, user, withoutPictures(form))) : [];
  const visible = visibleUserIds(viewing);
  const isHidden = ({ id }: Person): boolean => visible?.has(id) === false;
  const isToldApart = (person: Person): boolean => person.id === user.id || isShorter(person) || isHidden(person);
  const seen = rememberedList(db, sharedTexts(db, user, form)).map((block, number) => {
    if (!block.people.some(isToldApart)) return block;
    const people = block.people.flatMap((person, index) => {
      if (isHidden(person)) return [];
      if (person.id !== user.id) return [isShorter(person) ? (shorter[number]?.people[index] ?? person) : person];
      // What one sees of oneself may be more.
      const text = JSON.stringify(userWire(viewing, user, { ...form, withoutAvatarUrl: () => isShorter(person) }));
      return [{ ...person, text }];
    });
    return blockOf(people);
  });
  const unknown = visible === null || options.withoutUnknown ? [] : [blockOf(unknownTexts(db, visible))];
  const all = [...seen, ...unknown];
  return {
    active: joinedList(all.map(({ active }) => active)),
    inactive: joinedList(all.map(({ inactive }) => inactive)),
  };
}

function blockOf(people: readonly PersonText[]): Block {
  const bytesOf = (isActive: 0 | 1): Buffer =>
    Buffer.from(people.flatMap((person) => (person.is_active === isActive ? [',', person.text] : [])).join(''));
  return { people, active: bytesOf(1), inactive: bytesOf(0) };
}

const formOf = ({ clientGravatar }: PeopleOptions): UserWireOptions => ({
  clientGravatar,
  includeCustomProfileFields: true,
  withoutIsActive: true,
});

const withoutPictures = (form: UserWireOptions): UserWireOptions => ({ ...form, withoutAvatarUrl: () => true });

function longAway({ db, now }: Viewing): (person: Person) => boolean {
  const since = now - longAwaySecs;
  const here = hereSince(db, since);
  return (person) => person.is_bot === 0 && person.date_joined < since && !here.has(person.id);
}

/** As everyone of the user's role sees them who is not one of them; `withoutAvatarUrl` says the same of all. */
function sharedTexts(db: Reader, user: UserRow, form: UserWireOptions): ListSource<UserRow, Block> {
  const looking = { db, user: isVisitor(user) ? user : { ...user, id: nobodysId } };
  const pictures = form.withoutAvatarUrl === undefined ? 'with' : 'without';
  return {
    key: `people as ${isVisitor(user) ? 'visitors' : user.role} see them ${form.clientGravatar} ${pictures} pictures`,
    items: () => allUsers(db),
    make(users) {
      const wires = usersWire(looking, users, form);
      return [blockOf(users.map((row, index) => ({ ...personOf(row), text: JSON.stringify(wires[index]) })))];
    },
    atOnce,
  };
}

const personOf = ({ id, is_active, is_bot, date_joined }: UserRow): Person => ({ id, is_active, is_bot, date_joined });

function unknownTexts(db: Reader, visible: ReadonlySet<number>): PersonText[] {
  return allUsers(db)
    .filter(({ id }) => !visible.has(id))
    .map((user) => ({ ...personOf(user), text: JSON.stringify(unknownUserWire(user)) }));
}
