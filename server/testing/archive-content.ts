/** Content of an exported archive, without the numbers that say nothing of what they are of: two exports of one team have the same. */
import { hashToken } from '../secrets.ts';
import { unpacked } from './archives.ts';

type Row = Record<string, unknown>;
type Data = Record<string, Row[]>;

/** Columns that say nothing of what they are of, and those that an import is to change. */
const changed: Readonly<Record<string, readonly string[]>> = {
  zerver_userprofile: ['avatar_version', 'is_imported_stub', 'recipient'],
  zerver_realm: ['icon_version', 'logo_version', 'night_logo_version'],
  zerver_attachment: ['id'],
  zerver_submessage: ['id'],
  zerver_scheduledmessage: ['id', 'request_timestamp'],
  zerver_realmemoji: ['file_name'],
  zerver_linkifier: ['id'],
  zerver_stream: ['recipient'],
  zerver_huddle: ['id', 'recipient'],
};
/** Tables whose rows have no number of their own. */
const numbered =
  /^(?:hearth|zerver)_(?:pinnedmessage|channellink|removedpreview|donotdisturb|draft|reminder|botstorage|subscription|usertopic|reaction|alertword|muteduser|navigationview|userstatus|service|customprofilefieldvalue|usermessage|usergroupmembership|groupgroupmembership|realmdomain|realmfilter|realmplayground|defaultstream|client|recipient|usergroup)$/;

/** Tables as sorted texts: their rows may come in any order. Files as hashes, by what they belong to. */
export async function contentOf(file: string): Promise<Map<string, string[]>> {
  const archive = await unpacked(file);
  const realm = read(archive.get('realm.json')) as Data;
  const names = new Names(realm);
  const found = new Map<string, string[]>();
  const add = (table: string, rows: readonly Row[]): void => {
    const texts = rows
      .filter(saysSomething(table))
      .map((row) => withoutColours(withoutNames(JSON.stringify(names.resolved(table, row)))));
    found.set(table, [...(found.get(table) ?? []), ...texts].toSorted());
  };
  for (const [name, bytes] of [...archive].toSorted()) {
    if (/^(?:realm|attachment|messages-\d+)\.json$/.test(name))
      for (const [table, rows] of Object.entries(read(bytes) as Data)) if (Array.isArray(rows)) add(table, rows);
    const hash = hashToken(bytes.toString('latin1'));
    if (name.startsWith('uploads/') && !name.endsWith('.json')) add('uploads', [{ name, hash }]);
  }
  for (const [folder, of] of [
    ['avatars', 'user_profile_id'],
    ['emoji', 'id'],
    ['realm_icons', 'path'],
  ] as const)
    add(
      folder,
      (read(archive.get(`${folder}/records.json`) ?? Buffer.from('[]')) as Row[]).map((row) => ({
        of: row[of],
        hash: hashToken(archive.get(`${folder}/${String(row['path'])}`)?.toString('latin1') ?? ''),
      })),
    );
  return found;
}

/** That a user has read a message that they did not receive says nothing where everything is read. */
const saysSomething = (table: string) => (row: Row) =>
  table !== 'zerver_usermessage' || (Number(row['flags_mask']) | 1) !== (1 | 1024);

const read = (bytes: Buffer | undefined): unknown => JSON.parse(bytes?.toString() ?? '{}') as unknown;

/**
 * A mention is drawn with the name of its time; who is meant is in its number. A link to a topic may name a message in it. Files of custom
 * emoji have random names.
 */
const withoutNames = (text: string): string =>
  text
    .replaceAll(/(<span class=\\+"user(?:-group)?-mention[^>]*>)[^<]*/g, '$1')
    .replaceAll(/\/with\/\d+(?=\\+")/g, '')
    .replaceAll(/(\/emoji\/images\/)[0-9a-f]{32}/g, '$1');

/** Code is coloured against the clock: on a busy machine it may come without. */
const withoutColours = (text: string): string =>
  text.replaceAll(/<span(?: class=\\+"[a-z][a-z0-9]{0,2}\\+")?>|<\/span>/g, '');

/** What groups, recipients and clients are, by their numbers in the archive. */
class Names {
  readonly #groups = new Map<unknown, string>();
  readonly #recipients = new Map<unknown, string>();
  readonly #clients = new Map<unknown, string>();

  constructor(realm: Data) {
    const rows = (table: string): Row[] => realm[table] ?? [];
    for (const row of rows('zerver_client')) this.#clients.set(row['id'], String(row['name']));
    for (const row of rows('zerver_namedusergroup'))
      this.#groups.set(row['usergroup_ptr'], `group ${String(row['name'])}`);
    const list = (table: string, where: string, id: unknown, what: string): unknown[] =>
      rows(table).flatMap((row) => (row[where] === id ? [row[what]] : []));
    for (const { id } of rows('zerver_usergroup')) {
      if (this.#groups.has(id)) continue;
      const users = list('zerver_usergroupmembership', 'user_group', id, 'user_profile').toSorted();
      const below = list('zerver_groupgroupmembership', 'supergroup', id, 'subgroup').map((one) => this.group(one));
      this.#groups.set(id, `users ${users.join(' ')}, ${below.toSorted().join(' ')}`);
    }
    for (const { id, type, type_id: of } of rows('zerver_recipient')) {
      const users = list('zerver_subscription', 'recipient', id, 'user_profile').toSorted();
      this.#recipients.set(id, type === 3 ? `users ${users.join(' ')}` : `${String(type)} ${String(of)}`);
    }
  }

  group(id: unknown): string {
    return this.#groups.get(id) ?? `unknown group ${String(id)}`;
  }

  /** The row with names in place of numbers, its columns in order. */
  resolved(table: string, row: Row): Row {
    const left = [...(changed[table] ?? []), ...(numbered.test(table) ? ['id'] : [])];
    const value = (name: string, given: unknown): unknown => {
      if (/^(?:.*_group|supergroup|subgroup)$/.test(name) && typeof given === 'number') return this.group(given);
      if (name === 'recipient') return this.#recipients.get(given);
      if (name === 'sending_client' || name === 'client') return this.#clients.get(given);
      if (name === 'flags_mask') return Number(given) | 1;
      return given;
    };
    if (table === 'zerver_recipient') return { is: this.#recipients.get(row['id']) };
    if (table === 'zerver_usergroup') return { is: this.group(row['id']) };
    return Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !left.includes(name))
        .map(([name, given]) => [name, value(name, given)] as const)
        .toSorted(),
    );
  }
}
