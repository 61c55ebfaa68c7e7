/**
 * Users: finding them, and who counts. The leaf under every other noun of people: it imports none of them.
 * How accounts come and go is in `domain/accounts/lifecycle.ts`, who may see whom in `visibility.shared.ts`, what leaves of them in `wire.ts`.
 */
import { isEmailAddress } from '../../address-list.ts';
import { invalidParameter } from '../../errors.ts';
import { nameOf, unreadableAt, withoutUnreadable } from '../../names.ts';
import { Role } from '../../permissions/roles.ts';
import type { Reader, Transaction } from '../../storage/database.ts';

/** `path` below the data folder of the files of every uploaded avatar (api/avatars.ts), without their bytes. */
export const avatarFilesSql = `SELECT 'uploads/avatars/' || avatar_file || '/' || size.value AS path, NULL AS bytes
  FROM users, json_each('["small.png", "medium.png"]') AS size WHERE avatar_file IS NOT NULL`;

/** A row of `users`; booleans are 0 or 1. */
export interface UserRow {
  id: number;
  email: string;
  email_key: string;
  delivery_email: string;
  delivery_email_key: string;
  full_name: string;
  /** 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
  is_active: number;
  is_bot: number;
  is_system_bot: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  default_sending_stream_id: number | null;
  default_events_register_stream_id: number | null;
  default_all_public_streams: number;
  api_key: string;
  password_hash: string | null;
  timezone: string;
  date_joined: number;
  avatar_source: string;
  avatar_version: number;
  avatar_file: string | null;
  can_create_users: number;
  settings: string;
}

/** Domain of addresses that are no one's, of bots and of those whose own stays private: no mail ever reaches anybody through it. */
export const reservedDomain = 'hearth.invalid';

/**
 * Who reads without an account: a guest in no channel, who sees what is web-public and nothing else. No row has this id, and no one
 * is reported anything of them.
 */
export const visitor: Readonly<UserRow> = {
  id: 0,
  email: `user0@${reservedDomain}`,
  email_key: '',
  delivery_email: '',
  delivery_email_key: '',
  full_name: 'Visitor',
  role: Role.guest,
  is_active: 1,
  is_bot: 0,
  is_system_bot: 0,
  bot_type: null,
  bot_owner_id: null,
  default_sending_stream_id: null,
  default_events_register_stream_id: null,
  default_all_public_streams: 0,
  api_key: '',
  password_hash: null,
  timezone: '',
  date_joined: 0,
  avatar_source: 'G',
  avatar_version: 1,
  avatar_file: null,
  can_create_users: 0,
  settings: '{}',
};

/** Whether this stands for someone without an account. */
export const isVisitor = (user: Pick<UserRow, 'id'>): boolean => user.id === visitor.id;

/** What `bot_type` can be; an incoming webhook only sends messages. */
export const BotType = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;

/** The API email of a user whose real address is not for everyone (spec: Versioning, level 163). */
export const placeholderEmail = (userId: number): string => `user${userId}@${reservedDomain}`;

/** A user of any kind: active or not, person or bot. */
export function findUser(db: Reader, id: number): UserRow | undefined {
  return db.remember(`user ${id}`, () => db.get<UserRow>('SELECT * FROM users WHERE id = ?', id));
}

/** By API email or real address; capitals do not matter. */
export function findUserByEmail(db: Reader, email: string): UserRow | undefined {
  const key = email.trim().toLowerCase();
  return db.remember(
    `user at ${key}`,
    () =>
      db.get<UserRow>('SELECT * FROM users WHERE delivery_email_key = ?', key) ??
      db.get<UserRow>('SELECT * FROM users WHERE email_key = ?', key),
  );
}

/** By API key; undefined for none. Deactivated users are found too: the caller says which error they get. */
export function findUserByApiKey(db: Reader, apiKey: string): UserRow | undefined {
  return db.get<UserRow>('SELECT * FROM users WHERE api_key = ?', apiKey);
}

/** So many users are found one by one, as far as they are not remembered. */
const few = 20;

/** Those of these ids that exist, in the order of their ids. */
export function findUsers(db: Reader, ids: Iterable<number>): UserRow[] {
  const wanted = [...new Set(ids)];
  if (wanted.length <= few) return wanted.toSorted((a, b) => a - b).flatMap((id) => findUser(db, id) ?? []);
  return db.all<UserRow>(
    'SELECT * FROM users WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id',
    JSON.stringify(wanted),
  );
}

/** Everyone who takes part: persons and bots that are active; system bots are not among them. */
export function activeUsers(db: Reader): UserRow[] {
  return db.all<UserRow>('SELECT * FROM users WHERE is_active = 1 AND is_system_bot = 0 ORDER BY id');
}

/** Those of `activeUsers` who are no bots. */
export function activePeople(db: Reader): UserRow[] {
  return activeUsers(db).filter((user) => user.is_bot === 0);
}

/** Names of `activeUsers`. */
export function activeNames(db: Reader): Pick<UserRow, 'id' | 'full_name'>[] {
  return db.all('SELECT id, full_name FROM users WHERE is_active = 1 AND is_system_bot = 0');
}

/** Ids of `activeUsers` whose role's number is in a range. */
export function activeIdsByRole(db: Reader, from: number, to: number): number[] {
  return db
    .all<{ id: number }>(
      'SELECT id FROM users WHERE is_active = 1 AND is_system_bot = 0 AND role BETWEEN ? AND ? ORDER BY id',
      from,
      to,
    )
    .map((row) => row.id);
}

/** Ids of active administrators and owners; bots are not among them. */
export function administratorIds(db: Reader): number[] {
  return db
    .all<{ id: number }>(
      'SELECT id FROM users WHERE is_active = 1 AND is_bot = 0 AND role <= ? ORDER BY id',
      Role.administrator,
    )
    .map((row) => row.id);
}

/** Every account but system bots, by id, deactivated ones included. */
export function allUsers(db: Reader): UserRow[] {
  return db.all<UserRow>('SELECT * FROM users WHERE is_system_bot = 0 ORDER BY id');
}

/** Of `allUsers` those that are bots. */
export function allBots(db: Reader): readonly UserRow[] {
  return db.remember('bots', () =>
    db
      .all<UserRow>('SELECT * FROM users WHERE is_bot = 1 AND is_system_bot = 0 ORDER BY id')
      .map((row) => Object.freeze(row)),
  );
}

/** The bots of the server itself: `cross_realm_bots`. */
export function systemBots(db: Reader): UserRow[] {
  return db.all<UserRow>('SELECT * FROM users WHERE is_system_bot = 1 ORDER BY id');
}

/** A bot of the server itself, which sends its notices. */
export function systemBot(db: Reader, name: 'notification-bot' | 'welcome-bot'): UserRow {
  const bot = systemBots(db).find((user) => user.email.startsWith(`${name}@`));
  if (bot === undefined) throw new Error(`There is no ${name}: the organization has not been created.`);
  return bot;
}

/** What an insertion gives; the rest of the row has its defaults. */
export type NewUserRow = Pick<
  UserRow,
  | 'email'
  | 'full_name'
  | 'role'
  | 'is_bot'
  | 'is_system_bot'
  | 'bot_type'
  | 'bot_owner_id'
  | 'api_key'
  | 'password_hash'
  | 'timezone'
  | 'date_joined'
  | 'can_create_users'
  | 'settings'
> &
  Partial<Pick<UserRow, 'id'>>;

/** @returns the id. The address is both the real one and the API email; the caller has made sure that it is free. */
export function insertUserRow(tx: Transaction, row: NewUserRow): number {
  const key = row.email.toLowerCase();
  return insert(tx, { ...row, email_key: key, delivery_email: row.email, delivery_email_key: key });
}

function insert(tx: Transaction, row: Partial<UserRow>): number {
  const columns = Object.keys(row);
  const sql = `INSERT INTO users (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
  return tx.run(sql, ...Object.values(row)).lastId;
}

/** Writes the given columns of one user; addresses with their keys. */
export function updateUserRow(
  tx: Transaction,
  id: number,
  change: Partial<Omit<UserRow, 'id' | 'email_key' | 'delivery_email_key'>>,
): void {
  const keyed: Partial<UserRow> = {
    ...change,
    ...(change.email !== undefined && { email_key: change.email.toLowerCase() }),
    ...(change.delivery_email !== undefined && { delivery_email_key: change.delivery_email.toLowerCase() }),
  };
  const assignments = Object.keys(keyed).map((column) => `${column} = ?`);
  tx.run(`UPDATE users SET ${assignments.join(', ')} WHERE id = ?`, ...Object.values(keyed), id);
}

/** @throws ApiError BAD_REQUEST when a name could not be shown or mentioned. @returns the name without surrounding space. */
export function validFullName(name: string): string {
  const trimmed = nameOf(name);
  const length = [...trimmed].length;
  if (length > maxFullNameLength) throw invalidParameter('full_name', 'Name too long!');
  if (length < 1) throw invalidParameter('full_name', 'Enter a name.');
  if (notInNames.test(trimmed) || unreadableAt(trimmed) !== -1)
    throw invalidParameter('full_name', 'Invalid characters in name!');
  if (wildcards.test(trimmed)) throw invalidParameter('full_name', 'Invalid characters in name!');
  return trimmed;
}

/** What a directory or a provider calls a person, as a name that is possible here; '' where nothing of it is. */
export function possibleName(name: string): string {
  const kept = nameOf(withoutUnreadable(name.replaceAll(notInNamesElsewhere, ' ')));
  const short = [...kept].slice(0, maxFullNameLength).join('').trim();
  return unreadableAt(short) === -1 && !wildcards.test(short) ? short : '';
}

const maxFullNameLength = 100;
/** "Name|5" is how a mention names an id. */
const notInNames = /[*`\\>"@|]/;
const notInNamesElsewhere = /[*`\\>"@|\p{Cc}\p{Zl}\p{Zp}]/gu;
const wildcards = /^(all|everyone|channel|stream|topic)$/i;

/** Without regard to the case of Latin letters alone: other letters may become Latin ones in another case ("\u212A" and "k"). */
export const isSameAddress = (one: string, other: string): boolean => latinLower(one) === latinLower(other);

/** Writes Latin letters small, and leaves all others as they are. */
export const latinLower = (text: string): string =>
  text.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** @throws ApiError BAD_REQUEST when the address is none. @returns the address without surrounding space. */
export function validEmail(email: string): string {
  const trimmed = email.trim();
  if (!isEmailAddress(trimmed)) throw invalidParameter('email', 'Enter a valid email address.');
  // It would be in the way of the account with that number.
  if (/^user\d+@/i.test(trimmed) && trimmed.toLowerCase().endsWith(`@${reservedDomain}`))
    throw invalidParameter('email', 'Enter a valid email address.');
  return trimmed;
}

/** Languages that people chose for themselves, those of most people first. */
export function chosenLanguages(db: Reader): string[] {
  return db
    .all<{ tag: string }>(
      `SELECT json_extract(settings, '$.default_language') AS tag FROM users
       WHERE is_active = 1 AND is_bot = 0 AND json_extract(settings, '$.default_language') IS NOT NULL
       GROUP BY 1 ORDER BY count(*) DESC, 1`,
    )
    .map(({ tag }) => tag);
}
