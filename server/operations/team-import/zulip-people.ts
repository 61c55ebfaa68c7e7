/** Users and groups of the larger server's archive as records. */
import { settingNames } from '../../domain/users/settings.shared.ts';
import { groupPermissions } from '../../permissions/group-settings.ts';
import { roleNumbers, Role } from '../../permissions/roles.ts';
import { phrase } from '../../translation.ts';
import type { Row } from './json-rows.ts';
import type { PersonalRecord } from './personal-records.ts';
import type { EmojiType, GroupRecord, UserRecord } from './records.ts';
import type { UnpackedArchive } from './unpacked.ts';
import type { RecordLists } from './zulip-files.ts';
import { ownAddresses, ownTriggers } from './zulip-own-tables.ts';
import { groupId, number, text, type PlacedRow, type ZulipTables } from './zulip-tables.ts';

/** Addresses of accounts that have none, and of those whose own is not valid on the larger server, in an export of Hearth. */
export const placeholder = /@address-needed\.invalid$|^user\d+@hearth\.invalid$/i;

/** A role that Hearth does not know becomes that with the fewest rights. */
export const strictRole = (value: unknown): number => roleNumbers.find((role) => role === value) ?? Role.guest;

/** Policies that are numbers there and words in the API. */
export const noticePolicies = ['always', 'except_followed', 'never'] as const;

/** Accounts by which the server itself speaks, by their addresses there and, of an organization of its own bots, here. */
const systemBots: Readonly<Record<string, UserRecord['systemBot']>> = {
  'notification-bot': 'notification-bot',
  'welcome-bot': 'welcome-bot',
  emailgateway: 'email-gateway',
  'email-gateway': 'email-gateway',
};

export function* userRecords(tables: ZulipTables, archive: UnpackedArchive, lists: RecordLists): Generator<UserRecord> {
  const profile = profileValues(tables);
  const statuses = new Map(
    tables.plainRows('zerver_userstatus').map(({ row }) => [number(row['user_profile']) ?? 0, statusOf(row)]),
  );
  const services = new Map(
    tables.plainRows('zerver_service').map(({ row }) => [number(row['user_profile']) ?? 0, row]),
  );
  const [addresses, triggers] = [ownAddresses(tables), ownTriggers(tables)];
  for (const { row, ...place } of tables.rows('zerver_userprofile_crossrealm')) {
    const word = (text(row['email']) ?? '').split('@', 1)[0] ?? '';
    yield {
      ...noPerson,
      ...place,
      id: number(row['id']) ?? 0,
      name: word,
      systemBot: systemBots[word] ?? 'notification-bot',
    };
  }
  for (const table of ['zerver_userprofile', 'zerver_userprofile_mirrordummy'])
    for (const { row, ...place } of tables.rows(table)) {
      const id = number(row['id']) ?? 0;
      const picture = row['avatar_source'] === 'U' ? lists.avatars.get(id) : undefined;
      yield {
        ...userRecord(
          tables,
          { row: { ...row, ...(addresses.has(id) && { delivery_email: addresses.get(id) }) }, ...place },
          services.has(id) ? { ...services.get(id), triggers: triggers.get(id) } : undefined,
        ),
        ...(table.endsWith('dummy') && { isActive: false, isReconstructed: true }),
        profile: profile.get(id) ?? [],
        status: statuses.get(id) ?? null,
        picture: picture === undefined ? null : { take: lists.taker(archive, picture) },
      };
    }
}

const noPerson: UserRecord = {
  kind: 'user',
  file: '',
  line: null,
  id: 0,
  name: '',
  email: null,
  role: Role.member,
  isActive: true,
  bot: null,
  joined: 0,
  timezone: '',
  settings: {},
  profile: [],
  picture: null,
  status: null,
};

function userRecord(tables: ZulipTables, { row, file, line }: PlacedRow, service: Row | undefined): UserRecord {
  const address = text(row['delivery_email']) ?? text(row['email']) ?? '';
  const joined = number(row['date_joined']);
  if (joined === undefined) tables.problem(line, phrase('The user has no date of joining.'), 'changed');
  const { resolved_topic_notice_auto_read_policy: notices } = row;
  return {
    ...noPerson,
    file,
    line,
    id: number(row['id']) ?? 0,
    name: text(row['full_name']) ?? '',
    email: address === '' || placeholder.test(address) ? null : address,
    role: strictRole(row['role']),
    isActive: row['is_active'] === true && row['is_mirror_dummy'] !== true,
    bot: row['is_bot'] === true ? botOf(row, service) : null,
    joined: joined ?? 0,
    timezone: text(row['timezone']) ?? '',
    settings: {
      ...Object.fromEntries(settingNames.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
      ...(typeof notices === 'number' && { resolved_topic_notice_auto_read_policy: noticePolicies[notices - 1] }),
    },
  };
}

function botOf(row: Row, service: Row | undefined): UserRecord['bot'] {
  const url = text(service?.['base_url']);
  return {
    type: ([1, 2, 3] as const).find((type) => type === row['bot_type']) ?? 1,
    owner: number(row['bot_owner']) ?? null,
    channels: {
      sending: number(row['default_sending_stream']) ?? null,
      registering: number(row['default_events_register_stream']) ?? null,
    },
    ...(url !== undefined && {
      webhook: { url, interface: number(service?.['interface']) ?? 1, triggers: service?.['triggers'] },
    }),
  };
}

function profileValues(tables: ZulipTables): Map<number, UserRecord['profile']> {
  const found = new Map<number, UserRecord['profile']>();
  for (const { row, line } of tables.plainRows('zerver_customprofilefieldvalue')) {
    const [user, field] = [number(row['user_profile']), number(row['field'])];
    const { value } = row;
    if (user === undefined || field === undefined) {
      tables.problem(line, phrase('The value of a profile field has no user or field.'), 'left out');
      continue;
    }
    const list = found.get(user) ?? [];
    list.push({ field, value: typeof value === 'string' ? value : JSON.stringify(value ?? '') });
    found.set(user, list);
  }
  return found;
}

const emojiTypes: readonly EmojiType[] = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'];
export const emojiType = (value: unknown): EmojiType => emojiTypes.find((one) => one === value) ?? 'unicode_emoji';

function statusOf(row: Row): UserRecord['status'] {
  const name = text(row['emoji_name']) ?? '';
  return {
    text: text(row['status_text']) ?? '',
    emojiName: name,
    emojiCode: text(row['emoji_code']) ?? '',
    emojiType: name === '' ? '' : emojiType(row['reaction_type']),
    at: number(row['timestamp']) ?? 0,
  };
}

/** Groups with a name; those without one are permissions. */
export function* groupRecords(tables: ZulipTables): Generator<GroupRecord> {
  for (const { row, file, line } of tables.plainRows('zerver_namedusergroup')) {
    const id = groupId(row);
    if (id === undefined) {
      tables.problem(line, phrase('A group has no id.'), 'left out');
      continue;
    }
    yield {
      kind: 'group',
      file,
      line,
      id,
      name: text(row['name']) ?? '',
      description: text(row['description']) ?? '',
      isSystem: row['is_system_group'] === true,
      isDeactivated: row['deactivated'] === true,
      creator: number(row['creator']) ?? null,
      created: number(row['date_created']) ?? null,
      members: tables.membersOf(id),
      subgroups: tables.subgroupsOf(id),
      permissions: tables.permissions(row, groupPermissions),
    };
  }
}

/** What users keep for themselves. @param isLeftOut whether a channel is. */
export function* personalRecords(
  tables: ZulipTables,
  isLeftOut: (channel: number) => boolean,
): Generator<PersonalRecord> {
  const of = (
    table: string,
  ): { row: Row; user: number; base: Pick<PersonalRecord, 'kind' | 'file' | 'line' | 'user'> }[] =>
    tables.plainRows(table).flatMap(({ row, file, line }) => {
      const user = number(row['user_profile'] ?? row['user']);
      if (user !== undefined) return [{ row, user, base: { kind: 'personal' as const, file, line, user } }];
      tables.problem(line, phrase(`A record of ${table} has no user.`), 'left out');
      return [];
    });
  for (const { row, base } of of('zerver_usertopic')) {
    const channel = number(row['stream']);
    const policy = ([1, 2, 3] as const).find((one) => one === row['visibility_policy']);
    if (channel === undefined || policy === undefined || isLeftOut(channel)) continue;
    yield {
      ...base,
      of: 'topic',
      channel,
      topic: text(row['topic_name']) ?? '',
      policy,
      at: number(row['last_updated']) ?? 0,
    };
  }
  for (const { row, base } of of('zerver_muteduser')) {
    const muted = number(row['muted_user']);
    if (muted !== undefined) yield { ...base, of: 'muted-user', muted, at: number(row['date_muted']) ?? 0 };
  }
  for (const { row, base } of of('zerver_alertword'))
    yield { ...base, of: 'alert-word', word: text(row['word']) ?? '' };
  for (const { row, base } of of('zerver_savedsnippet'))
    yield {
      ...base,
      of: 'snippet',
      id: number(row['id']) ?? 0,
      title: text(row['title']) ?? '',
      content: text(row['content']) ?? '',
      created: number(row['date_created']) ?? 0,
    };
  for (const { row, base } of of('zerver_navigationview'))
    yield {
      ...base,
      of: 'view',
      fragment: text(row['fragment']) ?? '',
      isPinned: row['is_pinned'] === true,
      name: text(row['name']) ?? null,
    };
}
