/** Writes the organization: its settings, lists, profile fields and pictures, where it is new; into another one only what it lacks. */
import { createSystemGroups, keepSystemGroups } from '../../domain/groups/system-groups.shared.ts';
import { slug, createSystemBots } from '../../domain/organization/create.ts';
import { pictureSizes } from '../../domain/organization/pictures.ts';
import { storeServerSetting } from '../../domain/organization/rows.ts';
import { organizationSettings, type SettingName } from '../../domain/organization/rules.ts';
import { recordPictureFiles } from '../../domain/pictures/rows.ts';
import { fieldTypes } from '../../domain/profile-fields/types.ts';
import { allUsers } from '../../domain/users/rows.ts';
import { settingDefaults, userSettingRules } from '../../domain/users/settings.shared.ts';
import { ApiError } from '../../errors.ts';
import { everyone } from '../../events/audience.ts';
import { compileLinkifier } from '../../markdown/linkify.ts';
import { phrase } from '../../translation.ts';
import { keepPicture } from '../../uploads/pictures.ts';
import type { GroupRecord, OrganizationRecord } from './records.ts';
import { takeTo } from './take.ts';
import { pastTime, repairedName, type Team } from './team.ts';

/** Settings that name a channel. */
const ofChannel = /_stream_id$|_channel_id$/;
/** Settings that belong to the server here, or have a field of their own. */
const apart: ReadonlySet<string> = new Set(['name', 'description', 'authentication_methods']);
const limits = { name: 40, field: 40, description: 1000 };

export async function writeOrganization(team: Team, record: OrganizationRecord): Promise<void> {
  if (team.isNew) await writeNewOrganization(team, record);
  writeLinkifiers(team, record);
  writeProfileFields(team, record);
}

async function writeNewOrganization(team: Team, record: OrganizationRecord): Promise<void> {
  const store = (name: string, value: unknown): void => storeServerSetting({ tx: team.tx }, name, value);
  const name = repairedName(record.name, limits.name);
  if (name === '') team.problem(record, phrase('The organization has no name.'), 'changed');
  store('name', name === '' ? 'Team' : name);
  store('string_id', record.stringId !== undefined && record.stringId !== '' ? record.stringId : slug(name));
  store('date_created', pastTime(record.created, team.now) || team.now);
  if (record.description !== '') store('description', [...record.description].slice(0, limits.description).join(''));
  for (const [setting, value] of Object.entries(record.settings)) {
    if (apart.has(setting) || value === undefined) continue;
    if (ofChannel.test(setting)) team.after('channel', () => storeChannel(team, setting, value));
    else storeSetting(team, setting, value, record);
  }
  for (const [permission, value] of Object.entries(record.permissions))
    team.after('channel', () => {
      const here = team.permission('realm', permission, value, record);
      if (here !== undefined) store(permission, here);
    });
  for (const [setting, value] of Object.entries(record.userDefaults)) storeDefault(team, setting, value);
  for (const { domain, allowSubdomains } of record.domains)
    team.insert('realm_domains', { domain: domain.toLowerCase(), allow_subdomains: allowSubdomains }, 'OR IGNORE');
  for (const { name: title, language, urlTemplate } of record.playgrounds)
    team.insert('realm_playgrounds', { name: title, pygments_language: language, url_template: urlTemplate });
  for (const picture of record.pictures) await writePicture(team, record, picture);
}

function storeSetting(team: Team, name: string, value: unknown, record: OrganizationRecord): void {
  const rules = (organizationSettings as Record<string, (typeof organizationSettings)[SettingName] | undefined>)[name];
  if (rules === undefined || rules.by === 'server') return;
  const parsed = rules.schema.safeParse(value);
  if (parsed.success) {
    if (JSON.stringify(parsed.data) !== JSON.stringify(rules.default))
      storeServerSetting({ tx: team.tx }, name, parsed.data);
  } else
    team.problem(record, phrase('A setting of the organization has a value that it cannot have here.'), 'left out');
}

function storeChannel(team: Team, setting: string, value: unknown): void {
  const channel = typeof value === 'number' || typeof value === 'string' ? team.ids.find('channel', value) : undefined;
  if (channel !== undefined) storeServerSetting({ tx: team.tx }, setting, channel);
}

function storeDefault(team: Team, name: string, value: unknown): void {
  const rules = (
    userSettingRules as Record<string, (typeof userSettingRules)[keyof typeof userSettingRules] | undefined>
  )[name];
  const parsed = rules?.schema.safeParse(value);
  if (parsed?.success !== true || parsed.data === (settingDefaults(team.tx) as Record<string, unknown>)[name]) return;
  team.insert('user_settings_defaults', { name, value: JSON.stringify(parsed.data) }, 'OR REPLACE');
}

async function writePicture(
  team: Team,
  record: OrganizationRecord,
  { name, take }: OrganizationRecord['pictures'][number],
): Promise<void> {
  const source = await takeTo(team, record, take, phrase('A picture of the organization is missing.'));
  if (source === undefined) return;
  try {
    const kept = await keepPicture(team.folder, source, pictureSizes[name], team.services.random);
    storeServerSetting({ tx: team.tx }, `${name}_file`, kept.name);
    recordPictureFiles(team.tx, kept.files);
    storeServerSetting({ tx: team.tx }, `${name}_version`, 2);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    team.problem(record, phrase('A picture of the organization cannot be read.'), 'left out');
  }
}

function writeLinkifiers(team: Team, record: OrganizationRecord): void {
  const known = new Set(
    team.tx
      .all<{ pattern: string; url_template: string }>('SELECT pattern, url_template FROM linkifiers')
      .map(({ pattern, url_template: url }) => `${pattern} ${url}`),
  );
  // Behind those that are here: the order decides which one makes a link.
  let last = team.tx.get<{ last: number | null }>('SELECT max(position) AS last FROM linkifiers')?.last ?? 0;
  for (const { pattern, urlTemplate } of record.linkifiers) {
    if (known.has(`${pattern} ${urlTemplate}`)) continue;
    known.add(`${pattern} ${urlTemplate}`);
    try {
      compileLinkifier({ id: 0, pattern, urlTemplate });
      last += 1;
      team.insert('linkifiers', { pattern, url_template: urlTemplate, position: last });
    } catch {
      team.problem(record, phrase('A linkifier has a pattern that Hearth does not take.'), 'left out');
    }
  }
}

function writeProfileFields(team: Team, record: OrganizationRecord): void {
  for (const field of record.profileFields) {
    if (team.ids.wasImported('field', field.id)) continue;
    const name = repairedName(field.name, limits.field);
    if (name === '' || !fieldTypes.some((type) => type === field.type)) {
      team.problem(record, phrase('A profile field has no name, or a type that Hearth does not have.'), 'left out');
      continue;
    }
    const here = team.tx.get<{ id: number }>(
      'SELECT id FROM profile_fields WHERE name = ? AND field_type = ?',
      name,
      field.type,
    );
    const last = team.tx.get<{ last: number | null }>('SELECT max(position) AS last FROM profile_fields')?.last ?? 0;
    const id =
      here?.id ??
      team.insert('profile_fields', {
        id: team.ids.wanted('profile_fields', field.id) ?? null,
        name,
        hint: [...field.hint].slice(0, 80).join(''),
        field_type: field.type,
        field_data: field.data,
        position: last + 1,
        display_in_profile_summary: field.inSummary,
        required: field.required,
        editable_by_user: field.editable,
      });
    team.ids.note('field', field.id, id ?? 0, here === undefined);
  }
}

/** Makes what every organization has, where the source brought none of it, and puts users into the groups of their roles. */
export function completeGroups(team: Team, systemGroups: readonly GroupRecord[]): void {
  if (!team.isNew) return;
  const wanted = systemGroups.map(
    ({ name, id, created }): [string, { id: number | undefined; created: number | null }] => [
      name,
      { id: team.ids.wanted('user_groups', id), created: created === null ? null : pastTime(created, team.now) },
    ],
  );
  createSystemGroups(team.acting, new Map(wanted));
}

/** @param systemBotIds by the word before the "@" in their addresses: those that the source had. */
export function completeBots(team: Team, systemBotIds: ReadonlyMap<string, number>): void {
  if (!team.isNew) return;
  const free = new Map(
    [...systemBotIds].filter(([, id]) => team.tx.get('SELECT 1 FROM users WHERE id = ?', id) === undefined),
  );
  createSystemBots(team.acting, free);
}

/** Puts users into the groups of their roles. @param ids of users that the import made. */
export function joinSystemGroups(team: Team, ids: ReadonlySet<number>): void {
  const { acting } = team;
  for (const user of allUsers(team.tx)) if (ids.has(user.id)) keepSystemGroups(acting, user, everyone);
}
