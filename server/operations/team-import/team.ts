/** Shared state of the import writer: the data that comes to be, the ids, and what is to be done once a kind of records has ended. */
import { ownOrigin, systemActing, type ChatServices, type SystemActing } from '../../domain/acting.ts';
import { validateGroupSetting } from '../../domain/groups/membership.shared.ts';
import { findUser } from '../../domain/users/rows.ts';
import { ApiError } from '../../errors.ts';
import { nameOf, withoutUnreadable } from '../../names.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import { permissionRules, type PermissionRule } from '../../permissions/group-settings.ts';
import type { SqlValue, Transaction } from '../../storage/database.ts';
import { insertRow } from '../../storage/insert-row.ts';
import type { OfflineStorage } from '../../storage/offline.ts';
import { phrase, type Phrase } from '../../translation.ts';
import type { ImportIds } from './ids.ts';
import type { ImportCounts, NewOwner } from './job-types.ts';
import type { SourcePermission, TeamRecord } from './records.ts';
import type { Problem, ReportProblem } from './report.ts';

export type Kind = TeamRecord['kind'];
/** Order in which kinds of records come. */
export const kindOrder: readonly Kind[] = [
  'organization',
  'user',
  'group',
  'folder',
  'channel',
  'emoji',
  'file',
  'subscription',
  'personal',
  'message',
  'reaction',
  'submessage',
  'scheduled',
  'reminder',
];

export class Team {
  readonly storage: OfflineStorage;
  readonly services: ChatServices;
  readonly ids: ImportIds;
  /** The organization is made by this import; otherwise there is one, which keeps its settings. */
  readonly isNew: boolean;
  readonly owner: NewOwner | null;
  /** The data folder that comes to be. */
  readonly folder: string;
  /** For files on their way. */
  readonly temporary: string;
  /** UNIX seconds. */
  readonly now: number;
  readonly report: ReportProblem;
  readonly counts: ImportCounts = {
    users: 0,
    bots: 0,
    deactivated: 0,
    channels: 0,
    private_channels: 0,
    messages: 0,
    direct_messages: 0,
    files: 0,
    reactions: 0,
  };
  /** By their names in the source: channels and groups that have another one here. */
  readonly renamed = { channel: new Map<string, string>(), group: new Map<string, string>() };
  readonly #after = new Map<Kind, (() => void)[]>();

  constructor(
    about: Pick<Team, 'storage' | 'services' | 'ids' | 'isNew' | 'owner' | 'folder' | 'temporary' | 'now' | 'report'>,
  ) {
    this.storage = about.storage;
    this.services = about.services;
    this.ids = about.ids;
    this.isNew = about.isNew;
    this.owner = about.owner;
    this.folder = about.folder;
    this.temporary = about.temporary;
    this.now = about.now;
    this.report = about.report;
  }

  get tx(): Transaction {
    return this.storage.tx;
  }

  /** What it announces reaches no one: no server runs on the data. */
  get acting(): SystemActing {
    return { ...systemActing(this.tx, this.services, ownOrigin(this.services)), announce: () => undefined };
  }

  insert(
    table: string,
    row: Readonly<Record<string, SqlValue | boolean>>,
    or: '' | 'OR IGNORE' | 'OR REPLACE' = '',
  ): number | undefined {
    return insertRow(this.tx, table, row, or);
  }

  problem({ file, line }: Pick<Problem, 'file' | 'line'>, what: Phrase, done: Problem['done']): void {
    this.report({ file, line, what, done });
  }

  /** Does something once all records of a kind are there. */
  after(kind: Kind, work: () => void): void {
    this.#after.set(kind, [...(this.#after.get(kind) ?? []), work]);
  }

  /** Does what waits for the end of a kind. */
  end(kind: Kind): void {
    const works = this.#after.get(kind) ?? [];
    this.#after.delete(kind);
    for (const work of works) work();
  }

  /**
   * @returns a permission with the ids of here. What cannot be given here becomes stricter, and is reported; undefined for a setting
   * that there is not.
   */
  permission(
    of: keyof typeof permissionRules,
    name: string,
    value: SourcePermission,
    place: Pick<Problem, 'file' | 'line'>,
  ): GroupSettingValue | undefined {
    const rules = (permissionRules[of] as Record<string, PermissionRule>)[name];
    if (rules === undefined) return undefined;
    const { acting } = this;
    const systemGroup = (group: string): number | undefined =>
      this.tx.get<{ id: number }>('SELECT id FROM user_groups WHERE name_key = ? AND is_system_group = 1', group)?.id;
    const groupId = (group: string | number): number | undefined =>
      this.ids.find('group', group) ?? (typeof group === 'string' ? systemGroup(group) : undefined);
    const wanted = typeof value === 'string' ? { members: [], groups: [value] } : value;
    const groups = wanted.groups.flatMap((group) => groupId(group) ?? []);
    const members = wanted.members.flatMap((member) => this.ids.find('user', member) ?? []);
    const active = members.filter((id) => findUser(this.tx, id)?.is_active === 1);
    try {
      if (groups.length < wanted.groups.length) return this.#strict(systemGroup, rules, place);
      const valid = validateGroupSetting(acting, name, { direct_members: active, direct_subgroups: groups }, rules);
      if (members.length === active.length) return valid;
      // Users who are deactivated keep it for when they come back.
      const sorted = members.toSorted((a, b) => a - b);
      return { direct_members: sorted, direct_subgroups: groups.toSorted((a, b) => a - b) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.#strict(systemGroup, rules, place);
    }
  }

  /** The group with the fewest users that may have a permission. */
  #strict(
    systemGroup: (name: string) => number | undefined,
    rules: PermissionRule,
    place: Pick<Problem, 'file' | 'line'>,
  ): number | undefined {
    this.problem(place, phrase('A permission cannot be given here as it was; it is given to fewer users.'), 'changed');
    return systemGroup(
      rules.allowed_system_groups.at(-1) ?? (rules.allow_nobody_group ? 'role:nobody' : 'role:owners'),
    );
  }
}

/** @returns a name without what cannot be read in it, cut to a length in characters; '' where nothing is left. */
export const repairedName = (name: string, most: number): string =>
  [...nameOf(withoutUnreadable(name))].slice(0, most).join('').trim();

/** @returns the first of `name`, `name (2)`, `name (3)` that is free. */
export function freeName(name: string, most: number, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` (${number})`;
    const tried = `${[...name].slice(0, most - ending.length).join('')}${ending}`;
    if (!isTaken(tried)) return tried;
  }
}

/** UNIX seconds between 0 and now: a time to come would count as one of a wrong clock. */
export const pastTime = (at: number, now: number): number => Math.min(Math.max(0, Math.floor(at)), now);

/** Codes are texts; ids of custom emoji are numbers in some sources. */
export const sourceNumber = (code: string): number | string => (/^\d{1,15}$/.test(code) ? Number(code) : code);
