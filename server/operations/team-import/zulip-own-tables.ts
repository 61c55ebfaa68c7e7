/** Tables of Hearth's own in an archive (team-export/own-tables.ts): what other servers of the format do not have. */
import { groupBy } from '../../storage/group-by.ts';
import { phrase } from '../../translation.ts';
import { listAt } from './fields.ts';
import type { Row } from './json-rows.ts';
import type { PersonalRecord, ReminderRecord } from './personal-records.ts';
import type { MessageRecord, OrganizationRecord } from './records.ts';
import type { References } from './source.ts';
import { ContentIds } from './zulip-content.ts';
import { number, text, type PlacedRow, type ZulipTables } from './zulip-tables.ts';

/** Settings of the organization that the format has no column for. */
export function ownSettings(tables: ZulipTables): Record<string, unknown> {
  const { presence_disabled, giphy_rating } = tables.only('hearth_realm').row;
  return {
    ...(presence_disabled !== undefined && { presence_disabled }),
    ...(giphy_rating !== undefined && { giphy_rating }),
  };
}

/** Domains that are too long for the format. */
export const ownDomains = (tables: ZulipTables): OrganizationRecord['domains'] =>
  tables.plainRows('hearth_realmdomain').map(({ row }) => ({
    domain: text(row['domain']) ?? '',
    allowSubdomains: row['allow_subdomains'] === true,
  }));

/** Addresses that the format does not take, by user. */
export const ownAddresses = (tables: ZulipTables): Map<number, string> =>
  byUser(tables, 'hearth_userprofile', ({ row }) => text(row['delivery_email']) ?? '');

/** When outgoing webhooks are called, by bot. */
export const ownTriggers = (tables: ZulipTables): Map<number, unknown> =>
  byUser(tables, 'hearth_service', ({ row }) => row['triggers']);

function byUser<T>(tables: ZulipTables, table: string, valueOf: (placed: PlacedRow) => T): Map<number, T> {
  return new Map(
    tables.plainRows(table).flatMap((placed) => {
      const user = number(placed.row['user_profile']);
      return user === undefined ? [] : [[user, valueOf(placed)] as const];
    }),
  );
}

/** Links at the top of channels, by channel. */
export const linksByChannel = (tables: ZulipTables) =>
  groupBy(
    tables.rows('hearth_channellink').map(({ row }) => ({
      channel: number(row['stream']),
      title: text(row['title']) ?? '',
      url: text(row['url']) ?? '',
      by: number(row['user_profile']) ?? null,
      at: number(row['date_added']) ?? 0,
    })),
    ({ channel }) => channel,
  );

type OfMessage = Pick<MessageRecord, 'pin' | 'removedPreviews'>;

/** Pins and removed previews, by message. */
export function ownOfMessages(tables: ZulipTables): Map<number, OfMessage> {
  const found = new Map<number, OfMessage>();
  for (const { row } of tables.rows('hearth_pinnedmessage')) {
    const [message, by, at] = [number(row['message']), number(row['user_profile']), number(row['date_pinned'])];
    if (message === undefined || by === undefined) continue;
    found.set(message, { pin: { by, isToChannel: row['to_channel'] === true, ...(at !== undefined && { at }) } });
  }
  for (const { row } of tables.rows('hearth_removedpreview')) {
    const [message, url] = [number(row['message']), text(row['url'])];
    if (message === undefined || url === undefined) continue;
    const known = found.get(message);
    found.set(message, { ...known, removedPreviews: [...(known?.removedPreviews ?? []), url] });
  }
  return found;
}

/** Drafts, quiet hours, and what bots store. */
export function* ownPersonalRecords(tables: ZulipTables, references: References): Generator<PersonalRecord> {
  const ids = new ContentIds(references);
  for (const { row, ...base } of usersRows(tables, 'hearth_draft'))
    yield {
      ...base,
      of: 'draft',
      id: number(row['id']) ?? 0,
      type: (['stream', 'private'] as const).find((type) => type === row['type']) ?? '',
      to: numbersAt(row, 'to'),
      topic: text(row['topic']) ?? '',
      content: ids.convert(text(row['content']) ?? '', undefined).content,
      at: number(row['date_edited']) ?? 0,
    };
  for (const { row, ...base } of usersRows(tables, 'hearth_donotdisturb'))
    yield {
      ...base,
      of: 'quiet',
      until: number(row['until']) ?? null,
      resumedUntil: number(row['resumed_until']) ?? null,
      chosen: number(row['chosen_at']) ?? 0,
      quietHours: row['quiet_hours'],
      allowedUsers: numbersAt(row, 'users'),
      allowedChannels: numbersAt(row, 'streams'),
      statusEnds: number(row['status_ends_at']) ?? null,
      followsStatus: row['follows_status'] === true,
    };
  // The larger server has the storage of bots in a table of its own.
  for (const table of ['hearth_botstorage', 'zerver_botstoragedata'])
    for (const { row, ...base } of usersRows(tables, table))
      yield { ...base, of: 'bot-storage', key: text(row['key']) ?? '', value: text(row['value']) ?? '' };
}

/** To be read after messages. */
export function* ownReminders(tables: ZulipTables, references: References): Generator<ReminderRecord> {
  const ids = new ContentIds(references);
  for (const { row, user, file, line } of usersRows(tables, 'hearth_reminder')) {
    const [message, at] = [number(row['message']), number(row['date_due'])];
    if (message === undefined || at === undefined) {
      tables.problem(line, phrase('The reminder has no message or no time.'), 'left out');
      continue;
    }
    yield {
      kind: 'reminder',
      file,
      line,
      id: `${user} ${message} ${at}`,
      user,
      message,
      content: ids.convert(text(row['content']) ?? '', undefined).content,
      note: text(row['note']) ?? '',
      client: text(row['client']) ?? '',
      at,
      failure: row['failed'] === true ? (text(row['failure_message']) ?? 'It could not be sent.') : null,
    };
  }
}

const numbersAt = (row: Row, name: string): number[] => listAt(row, name).flatMap((one) => number(one) ?? []);

function* usersRows(
  tables: ZulipTables,
  table: string,
): Generator<{ kind: 'personal'; file: string; line: number; user: number; row: Row }> {
  for (const { row, file, line } of tables.rows(table)) {
    const user = number(row['user_profile'] ?? row['bot_profile']);
    if (user === undefined) tables.problem(line, phrase(`A record of ${table} has no user.`), 'left out');
    else yield { kind: 'personal', file, line, user, row };
  }
}
