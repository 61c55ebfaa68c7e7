/** Tables of the larger server's archive: rows by id and values of the right type, with what is wrong in them reported once. */
import { phrase, type Phrase } from '../../translation.ts';
import { rowsOf, type Row, type Tables } from './json-rows.ts';
import type { SourcePermission } from './records.ts';
import type { Problem, ReportProblem } from './report.ts';

export const realmFile = 'realm.json';
/** Tables of a file of messages. */
export const messageTables = ['zerver_message', 'zerver_usermessage'];

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
/** Null where something else decides. */
export const flagOrNull = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

export interface PlacedRow {
  row: Row;
  line: number;
  file: string;
}

/** Numbers of the kinds of recipients. */
const kinds = { person: 1, channel: 2, group: 3 } as const;

/** Where a message goes: to a channel, or to these users, among whom its sender may be. */
export type Recipient = { channel: number } | { users: readonly number[] };

export class ZulipTables {
  readonly #realm: Tables;
  readonly #report: ReportProblem;
  #recipients: Map<number, Recipient> | undefined;
  #groups: { named: Map<number, Row>; members: Map<number, number[]>; subgroups: Map<number, number[]> } | undefined;

  constructor(realm: Tables, report: ReportProblem) {
    this.#realm = realm;
    this.#report = report;
  }

  /** @returns rows of a table in the order of their ids, each id once. */
  rows(table: string): PlacedRow[] {
    const seen = new Set<number>();
    return this.plainRows(table)
      .filter(({ row, line }) => {
        const id = number(row['id']);
        const isGood = id !== undefined && !seen.has(id);
        if (!isGood)
          this.problem(
            line,
            id === undefined
              ? phrase(`A record of ${table} has no id.`)
              : phrase(`Two records of ${table} have one id.`),
            'left out',
          );
        seen.add(id ?? 0);
        return isGood;
      })
      .toSorted((a, b) => Number(a.row['id']) - Number(b.row['id']));
  }

  /** @returns rows of a table, of which nothing refers to an id. */
  plainRows(table: string): PlacedRow[] {
    return rowsOf(realmFile, this.#realm, table, this.#report).map((one) => ({ ...one, file: realmFile }));
  }

  /** @returns the one row of a table; an empty one where there is none. */
  only(table: string): PlacedRow {
    return this.plainRows(table)[0] ?? { row: {}, line: 1, file: realmFile };
  }

  problem(line: number | null, what: Phrase, done: Problem['done'], file = realmFile): void {
    this.#report({ file, line, what, done });
  }

  /** By the archive's number of the recipient. */
  recipient(id: unknown): Recipient | undefined {
    this.#recipients ??= this.#readRecipients();
    return this.#recipients.get(number(id) ?? 0);
  }

  #readRecipients(): Map<number, Recipient> {
    const members = new Map<number, number[]>();
    const found = new Map<number, Recipient>();
    const groups = new Set<number>();
    for (const { row } of this.rows('zerver_recipient')) {
      const [id, typeId] = [number(row['id']) ?? 0, number(row['type_id'])];
      if (typeId === undefined) continue;
      if (row['type'] === kinds.person) found.set(id, { users: [typeId] });
      else if (row['type'] === kinds.channel) found.set(id, { channel: typeId });
      else groups.add(id);
    }
    for (const { row } of this.plainRows('zerver_subscription')) {
      const [recipient, user] = [number(row['recipient']), number(row['user_profile'])];
      if (recipient === undefined || user === undefined || !groups.has(recipient)) continue;
      const known = members.get(recipient);
      if (known === undefined) members.set(recipient, [user]);
      else known.push(user);
    }
    for (const [id, users] of members) found.set(id, { users });
    return found;
  }

  /** @returns whom a permission is given to: by the name of a system group, or by members and groups. */
  permission(value: unknown): SourcePermission | undefined {
    const id = number(value);
    if (id === undefined) return undefined;
    const { named, members, subgroups } = (this.#groups ??= this.#readGroups());
    const group = named.get(id);
    if (group?.['is_system_group'] === true) return text(group['name']);
    if (group !== undefined) return { members: [], groups: [id] };
    return { members: members.get(id) ?? [], groups: subgroups.get(id) ?? [] };
  }

  /** @returns permissions of a row, of those names that it has. */
  permissions(row: Row, names: readonly string[]): Record<string, SourcePermission> {
    return Object.fromEntries(
      names.flatMap((name): [string, SourcePermission][] => {
        const value = this.permission(row[name]);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  membersOf(group: number): number[] {
    return (this.#groups ??= this.#readGroups()).members.get(group) ?? [];
  }

  subgroupsOf(group: number): number[] {
    return (this.#groups ??= this.#readGroups()).subgroups.get(group) ?? [];
  }

  #readGroups() {
    const lists = (table: string, of: string, what: string): Map<number, number[]> => {
      const found = new Map<number, number[]>();
      for (const { row } of this.plainRows(table)) {
        const [group, one] = [number(row[of]), number(row[what])];
        if (group !== undefined && one !== undefined) found.set(group, [...(found.get(group) ?? []), one]);
      }
      return found;
    };
    const named = new Map<number, Row>();
    for (const { row } of this.plainRows('zerver_namedusergroup')) {
      const id = groupId(row);
      if (id !== undefined) named.set(id, row);
    }
    return {
      named,
      members: lists('zerver_usergroupmembership', 'user_group', 'user_profile'),
      subgroups: lists('zerver_groupgroupmembership', 'supergroup', 'subgroup'),
    };
  }
}

/** A group with a name has its id in either column. */
export const groupId = (row: Row): number | undefined => number(row['usergroup_ptr']) ?? number(row['id']);
