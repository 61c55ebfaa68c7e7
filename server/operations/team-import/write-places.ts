/** Writes groups, folders, channels, subscriptions and what users keep for themselves. */
import { descriptionHtml, oneLine } from '../../domain/channels/description.ts';
import { insertLink, isWebAddress, mostTitle } from '../../domain/channels/link-rows.ts';
import { defaultProperties } from '../../domain/channels/property-rules.ts';
import { findChannelByName, insertChannel, nameKey } from '../../domain/channels/rows.ts';
import { newChannelSettings, type ChannelSettings } from '../../domain/channels/settings.shared.ts';
import { insertGroup, updateGroupRow } from '../../domain/groups/rows.ts';
import { systemGroupId } from '../../domain/groups/system-groups.shared.ts';
import { groupPermissions } from '../../permissions/group-settings.ts';
import { phrase } from '../../translation.ts';
import type { ChannelRecord, FolderRecord, GroupRecord } from './records.ts';
import { freeName, pastTime, repairedName, type Team } from './team.ts';
import { completeGroups } from './write-organization.ts';

const limits = { group: 100, folder: 60 };

export class PlaceWriter {
  readonly #team: Team;
  readonly #systemGroups: GroupRecord[] = [];
  /** Channels that this import made. */
  readonly made = new Set<number>();

  constructor(team: Team) {
    this.#team = team;
    team.after('group', () => this.#completeGroups());
  }

  writeGroup(record: GroupRecord): void {
    const team = this.#team;
    if (record.isSystem) {
      this.#systemGroups.push(record);
      return;
    }
    if (team.ids.wasImported('group', record.id)) return;
    const given = repairedName(record.name, limits.group);
    if (given === '') team.problem(record, phrase('The group has no name; its number is used.'), 'changed');
    const isTaken = (name: string): boolean =>
      team.tx.get('SELECT 1 FROM user_groups WHERE name_key = ?', name.toLowerCase()) !== undefined;
    // Members of a group of that name here have rights of their own: the two stay apart.
    const name = freeName(
      given === '' ? `group ${record.id}` : given.replace(/^role:/i, 'role-'),
      limits.group,
      isTaken,
    );
    if (name !== record.name) {
      team.renamed.group.set(record.name, name);
      if (given !== '')
        team.problem(
          record,
          phrase('Another group has this name, or it cannot be a name; it has another one here.'),
          'changed',
        );
    }
    const creator = record.creator === null ? undefined : team.ids.find('user', record.creator);
    const id = insertGroup(
      team.tx,
      {
        name,
        description: record.description,
        is_system_group: 0,
        creator_id: creator ?? null,
        date_created: record.created === null ? null : pastTime(record.created, team.now),
        settings: '{}',
      },
      team.ids.wanted('user_groups', record.id),
    );
    team.ids.note('group', record.id, id, true);
    if (record.isDeactivated) updateGroupRow(team.tx, id, { deactivated: 1 });
    for (const member of record.members) {
      const user = team.ids.find('user', member);
      if (user !== undefined) team.insert('user_group_members', { group_id: id, user_id: user }, 'OR IGNORE');
      else team.problem(record, phrase('A member of a group is not in the file.'), 'left out');
    }
    team.after('group', () => this.#connect(record, id));
  }

  /** What refers to other groups. */
  #connect(record: GroupRecord, id: number): void {
    const team = this.#team;
    for (const subgroup of record.subgroups) {
      const below = team.ids.find('group', subgroup);
      if (below === undefined || this.#isBelow(id, below))
        team.problem(record, phrase('A group below a group is missing, or closes a circle.'), 'left out');
      else team.insert('user_group_subgroups', { group_id: id, subgroup_id: below }, 'OR IGNORE');
    }
    const nobody = systemGroupId(team.tx, 'role:nobody');
    const settings = groupPermissions.map((name) => {
      const value = record.permissions[name];
      const here = value === undefined ? undefined : team.permission('group', name, value, record);
      return [name, here ?? (name === 'can_mention_group' ? systemGroupId(team.tx, 'role:everyone') : nobody)];
    });
    updateGroupRow(team.tx, id, { settings: JSON.stringify(Object.fromEntries(settings)) });
  }

  /** Whether `id` is `below` itself, or a group anywhere below it. */
  #isBelow(id: number, below: number): boolean {
    return (
      this.#team.tx.get(
        `WITH RECURSIVE down (id) AS (SELECT ? UNION SELECT s.subgroup_id FROM user_group_subgroups s JOIN down ON s.group_id = down.id)
         SELECT 1 FROM down WHERE id = ?`,
        below,
        id,
      ) !== undefined
    );
  }

  #completeGroups(): void {
    const team = this.#team;
    completeGroups(team, this.#systemGroups);
    for (const { id, name } of this.#systemGroups) {
      const here = team.tx.get<{ id: number }>(
        'SELECT id FROM user_groups WHERE name_key = ? AND is_system_group = 1',
        name.toLowerCase(),
      );
      if (here !== undefined && team.ids.find('group', id) === undefined) team.ids.note('group', id, here.id, false);
    }
  }

  writeFolder(record: FolderRecord): void {
    const team = this.#team;
    if (team.ids.wasImported('folder', record.id)) return;
    const name = repairedName(record.name, limits.folder);
    const here = team.isNew
      ? undefined
      : team.tx.get<{ id: number }>(
          'SELECT id FROM channel_folders WHERE lower(name) = ? AND is_archived = 0',
          name.toLowerCase(),
        );
    const last = team.tx.get<{ last: number | null }>('SELECT max(position) AS last FROM channel_folders')?.last ?? -1;
    const description = oneLine(record.description);
    const id =
      here?.id ??
      team.insert('channel_folders', {
        id: team.ids.wanted('channel_folders', record.id) ?? null,
        name: name === '' ? `Folder ${record.id}` : name,
        description,
        rendered_description: descriptionHtml(team.acting, description),
        position: team.isNew ? Math.max(0, Math.floor(record.position)) : last + 1,
        is_archived: record.isArchived,
        date_created: pastTime(record.created, team.now),
        creator_id: (record.creator === null ? undefined : team.ids.find('user', record.creator)) ?? null,
      });
    team.ids.note('folder', record.id, id ?? 0, here === undefined);
  }

  writeChannel(record: ChannelRecord): void {
    const team = this.#team;
    if (team.ids.wasImported('channel', record.id)) return;
    const most = team.services.options.limits.maxChannelNameLength;
    const given = repairedName(record.name, most);
    const here = given === '' || team.isNew ? undefined : findChannelByName(team.tx, given);
    // What is public on both sides is one channel; anything else stays apart, so that no one reads more than before.
    if (here?.invite_only === 0 && here.is_archived === 0 && !record.isPrivate && !record.isArchived) {
      team.problem(
        record,
        phrase('A public channel of this name is here already; the messages are added to it.'),
        'changed',
      );
      team.ids.note('channel', record.id, here.id, false);
      return;
    }
    const name = this.#channelName(record, given, most);
    const creator = (record.creator === null ? undefined : team.ids.find('user', record.creator)) ?? null;
    const description = [...oneLine(record.description)]
      .slice(0, team.services.options.limits.maxChannelDescriptionLength)
      .join('');
    const row = {
      name,
      description,
      rendered_description: descriptionHtml(team.acting, description),
      date_created: pastTime(record.created, team.now),
      creator_id: creator,
      invite_only: Number(record.isPrivate),
      is_web_public: Number(record.isWebPublic && !record.isPrivate),
      history_public_to_subscribers: Number(!record.isPrivate || record.historyForNewSubscribers),
      is_default: Number(record.isDefault && !record.isPrivate && team.isNew),
      is_archived: Number(record.isArchived),
      ...defaultProperties,
      ...record.properties,
      folder_id: (record.folder === null ? undefined : team.ids.find('folder', record.folder)) ?? null,
      settings: JSON.stringify({
        ...newChannelSettings(team.acting, creator, {}),
        ...this.#permissions(record),
      }),
    };
    const id = insertChannel(team.tx, row, team.ids.wanted('streams', record.id));
    team.ids.note('channel', record.id, id, true);
    this.made.add(id);
    team.counts.channels += 1;
    if (record.isPrivate) team.counts.private_channels += 1;
    for (const link of record.links ?? []) {
      const title = [...link.title].slice(0, mostTitle).join('').trim();
      if (title === '' || !isWebAddress(link.url)) {
        team.problem(record, phrase('A link of the channel has no title or no web address.'), 'left out');
        continue;
      }
      const by = (link.by === null ? undefined : team.ids.find('user', link.by)) ?? creator ?? 0;
      insertLink(team.tx, { stream_id: id, title, url: link.url, added_by: by, added_at: pastTime(link.at, team.now) });
    }
  }

  #channelName(record: ChannelRecord, given: string, most: number): string {
    const team = this.#team;
    const isTaken = (name: string): boolean =>
      team.tx.get('SELECT 1 FROM streams WHERE name_key = ?', nameKey(name)) !== undefined;
    const name = freeName(given === '' ? `channel ${record.id}` : given, most, isTaken);
    if (name === record.name) return name;
    if (record.name !== '') team.renamed.channel.set(record.name, name);
    team.problem(
      record,
      phrase('The channel has no name of its own here; a number is added, or what cannot be in a name is left out.'),
      'changed',
    );
    return name;
  }

  #permissions(record: ChannelRecord): Partial<ChannelSettings> {
    return Object.fromEntries(
      Object.entries(record.permissions).flatMap(([name, value]) => {
        const here = this.#team.permission('stream', name, value, record);
        return here === undefined ? [] : [[name, here]];
      }),
    ) as Partial<ChannelSettings>;
  }
}
