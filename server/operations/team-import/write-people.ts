/** Writes users and groups: with roles that are equal or stricter, without passwords, each address once. */
import { descriptionHtml } from '../../domain/channels/description.ts';
import { recordPictureFiles } from '../../domain/pictures/rows.ts';
import { FieldType, fittedValue, rendersMarkdown, type ProfileFieldRow } from '../../domain/profile-fields/types.ts';
import {
  findUserByEmail,
  insertUserRow,
  placeholderEmail,
  updateUserRow,
  validEmail,
  validFullName,
  type UserRow,
} from '../../domain/users/rows.ts';
import {
  builtInSettings,
  EmailVisibility,
  isTimezone,
  storedForm,
  userSettingRules,
  type SettingName,
  type SettingValues,
} from '../../domain/users/settings.shared.ts';
import { ApiError } from '../../errors.ts';
import { Role } from '../../permissions/roles.ts';
import { phrase } from '../../translation.ts';
import { keepAvatar } from '../../uploads/pictures.ts';
import type { SourceId } from './personal-records.ts';
import type { UserRecord } from './records.ts';
import { takeTo } from './take.ts';
import { pastTime, repairedName, sourceNumber, type Team } from './team.ts';
import { completeBots, joinSystemGroups } from './write-organization.ts';
import { writeWebhook } from './write-personal.ts';

const maxName = 100;

export class PeopleWriter {
  readonly #team: Team;
  /** Accounts that this import made. */
  readonly made = new Set<number>();
  readonly #systemBotIds = new Map<string, number>();
  readonly #systemBotRecords: UserRecord[] = [];
  /** The importing person, in a new organization. */
  ownerId: number | undefined;

  constructor(team: Team) {
    this.#team = team;
    team.after('user', () => this.#complete());
    team.after('group', () => joinSystemGroups(team, this.made));
  }

  async write(record: UserRecord): Promise<void> {
    const team = this.#team;
    const { ids } = team;
    if (record.systemBot !== undefined) {
      if (typeof record.id === 'number') this.#systemBotIds.set(record.systemBot, record.id);
      this.#systemBotRecords.push(record);
      return;
    }
    if (ids.wasImported('user', record.id)) return;
    if (ids.find('user', record.id) !== undefined) {
      team.problem(record, phrase('Two users have one id.'), 'left out');
      return;
    }
    const address = this.#address(record);
    const here = address === null ? undefined : findUserByEmail(team.tx, address);
    if (here !== undefined && !team.isNew && here.is_bot === 0 && record.bot === null && here.is_system_bot === 0) {
      ids.note('user', record.id, here.id, false);
      return;
    }
    if (here !== undefined)
      team.problem(record, phrase('Two users have one address; the second needs another one.'), 'changed');
    const id = this.#insert(record, here === undefined ? address : null);
    ids.note('user', record.id, id, true);
    this.made.add(id);
    this.#count(record);
    await this.#writePicture(record, id);
    this.#writeLater(record, id);
  }

  #count({ bot, isActive }: UserRecord): void {
    const { counts } = this.#team;
    counts[bot === null ? 'users' : 'bots'] += 1;
    if (!isActive) counts.deactivated += 1;
  }

  #address(record: UserRecord): string | null {
    if (record.email === null) return null;
    try {
      return validEmail(record.email);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#team.problem(record, phrase('The address of the user is none; they need another one.'), 'changed');
      return null;
    }
  }

  #name({ name, id, ...place }: UserRecord): string {
    const plain = repairedName(name, maxName);
    try {
      return validFullName(plain === name.trim() ? name : plain);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    this.#team.problem(
      place,
      phrase('The name of the user has characters that it cannot have here, or is missing.'),
      'changed',
    );
    const repaired = plain.replaceAll(/[*`\\>"@|]/g, '').trim();
    return repaired === '' || /^(all|everyone|channel|stream|topic)$/i.test(repaired) ? `User ${id}` : repaired;
  }

  #insert(record: UserRecord, address: string | null): number {
    const team = this.#team;
    const isOwner =
      team.isNew &&
      team.owner !== null &&
      record.bot === null &&
      address?.toLowerCase() === team.owner.email.toLowerCase();
    const settings = this.#settings(record);
    const isHidden = record.bot === null && settings.email_address_visibility !== EmailVisibility.everyone;
    const wanted = team.ids.wanted('users', record.id);
    // Until its number is known, an account without an address has one that no one else can have.
    const email = address ?? `import-${team.services.random.hex(8)}@hearth.invalid`;
    const role = isOwner ? Role.owner : roleOf(record);
    const id = insertUserRow(team.tx, {
      ...(wanted !== undefined && { id: wanted }),
      email,
      full_name: this.#name(record),
      role,
      is_bot: Number(record.bot !== null),
      is_system_bot: 0,
      bot_type: record.bot?.type ?? null,
      bot_owner_id: null,
      api_key: team.services.random.token(32),
      password_hash: isOwner ? (team.owner?.passwordHash ?? null) : null,
      timezone: isTimezone(record.timezone) ? record.timezone : '',
      date_joined: pastTime(record.joined, team.now),
      can_create_users: Number(role <= Role.administrator && record.bot === null),
      settings: storedForm(settings),
    });
    updateUserRow(team.tx, id, {
      is_active: Number(isOwner || (record.isActive && record.isReconstructed !== true)),
      ...(address === null && { email: placeholderEmail(id), delivery_email: placeholderEmail(id) }),
      ...(isHidden && { email: placeholderEmail(id) }),
    });
    if (isOwner) this.ownerId = id;
    if (record.bot?.webhook !== undefined && record.bot.type === 3) writeWebhook(team, id, record.bot.webhook);
    return id;
  }

  #settings({ settings, bot }: UserRecord): SettingValues {
    const valid = Object.entries(settings).flatMap(([name, value]) => {
      const rules = (userSettingRules as Record<string, (typeof userSettingRules)[SettingName] | undefined>)[name];
      const parsed = rules?.schema.safeParse(value);
      return parsed?.success === true ? [[name, parsed.data]] : [];
    });
    return bot === null
      ? { ...builtInSettings, ...(Object.fromEntries(valid) as Partial<SettingValues>) }
      : builtInSettings;
  }

  async #writePicture(record: UserRecord, id: number): Promise<void> {
    const team = this.#team;
    if (record.picture === null) return;
    const source = await takeTo(team, record, record.picture.take, phrase('The picture of a user is missing.'));
    if (source === undefined) return;
    try {
      const kept = await keepAvatar(team.folder, id, source, team.services.random);
      updateUserRow(team.tx, id, { avatar_source: 'U', avatar_file: kept.name, avatar_version: 2 });
      recordPictureFiles(team.tx, kept.files);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      team.problem(record, phrase('The picture of a user cannot be read.'), 'left out');
    }
  }

  /** What refers to other users, and to emoji. */
  #writeLater(record: UserRecord, id: number): void {
    const team = this.#team;
    const { bot, status } = record;
    team.after('user', () => {
      const owner = bot?.owner === null || bot === null ? undefined : team.ids.find('user', bot.owner);
      if (owner !== undefined) updateUserRow(team.tx, id, { bot_owner_id: owner });
    });
    const channels = bot?.channels;
    if (channels !== undefined)
      team.after('channel', () =>
        updateUserRow(team.tx, id, {
          default_sending_stream_id: channelOf(team, channels.sending),
          default_events_register_stream_id: channelOf(team, channels.registering),
        }),
      );
    for (const { field, value } of record.profile)
      team.after('channel', () => this.#writeProfileValue(record, id, field, value));
    if (status !== null && (status.text !== '' || status.emojiName !== ''))
      team.after('emoji', () => {
        const code =
          status.emojiType === 'realm_emoji'
            ? team.ids.find('emoji', sourceNumber(status.emojiCode))
            : status.emojiCode;
        const hasEmoji = status.emojiName !== '' && code !== undefined;
        team.insert(
          'user_status',
          {
            user_id: id,
            status_text: [...status.text].slice(0, 60).join(''),
            emoji_name: hasEmoji ? status.emojiName : '',
            emoji_code: hasEmoji ? String(code) : '',
            reaction_type: hasEmoji ? status.emojiType : '',
            updated_at: pastTime(status.at, team.now),
          },
          'OR IGNORE',
        );
      });
  }

  #writeProfileValue(
    record: UserRecord,
    userId: number,
    field: UserRecord['profile'][number]['field'],
    value: string,
  ): void {
    const team = this.#team;
    const fieldId = team.ids.find('field', field);
    if (fieldId === undefined || value === '') return;
    const row = team.tx.get<ProfileFieldRow>('SELECT * FROM profile_fields WHERE id = ?', fieldId);
    const type = row?.field_type ?? 0;
    const stored = type === FieldType.person || row === undefined ? this.#people(value) : fittedValue(row, value);
    if (stored === undefined) {
      team.problem(record, phrase('A profile field of a user has a value that cannot be read.'), 'left out');
      return;
    }
    if (type !== FieldType.person && stored !== value.trim())
      team.problem(record, phrase('The value of a profile field is too long, and is cut.'), 'changed');
    const user = team.tx.get<UserRow>('SELECT * FROM users WHERE id = ?', userId);
    const html = rendersMarkdown(type) ? descriptionHtml({ ...team.acting, ...(user && { user }) }, stored) : null;
    team.insert(
      'profile_values',
      { user_id: userId, field_id: fieldId, value: stored, rendered_value: html },
      'OR IGNORE',
    );
  }

  /** A list of users, with their ids here. */
  #people(value: string): string | undefined {
    try {
      const list = JSON.parse(value) as unknown;
      if (!Array.isArray(list)) return undefined;
      const found = (list as unknown[]).flatMap((one) =>
        typeof one === 'number' || typeof one === 'string' ? (this.#team.ids.find('user', one) ?? []) : [],
      );
      return found.length === 0 ? undefined : JSON.stringify(found);
    } catch {
      return undefined;
    }
  }

  /** The server's own bots, and the importing person where the source does not have them. */
  #complete(): void {
    const team = this.#team;
    completeBots(team, this.#systemBotIds);
    const bots = team.tx.all<{ id: number; email: string }>('SELECT id, email FROM users WHERE is_system_bot = 1');
    for (const { id, systemBot = '' } of this.#systemBotRecords) {
      const bot = bots.find(({ email }) => email.startsWith(`${systemBot}@`));
      if (bot !== undefined && team.ids.find('user', id) === undefined) team.ids.note('user', id, bot.id, false);
    }
    if (!team.isNew || team.owner === null || this.ownerId !== undefined) return;
    const { email, fullName, passwordHash } = team.owner;
    this.ownerId = insertUserRow(team.tx, {
      email: validEmail(email),
      full_name: validFullName(fullName),
      role: Role.owner,
      is_bot: 0,
      is_system_bot: 0,
      bot_type: null,
      bot_owner_id: null,
      api_key: team.services.random.token(32),
      password_hash: passwordHash,
      timezone: '',
      date_joined: team.now,
      can_create_users: 1,
      settings: '{}',
    });
    this.made.add(this.ownerId);
  }
}

const channelOf = (team: Team, source: SourceId | null): number | null =>
  (source === null ? undefined : team.ids.find('channel', source)) ?? null;

/** Only the importing person is owner; bots do no more than members. */
function roleOf({ role, bot }: UserRecord): number {
  const known = Object.values(Role).find((one) => one === role) ?? Role.guest;
  if (bot !== null) return Math.max(known, Role.member);
  return Math.max(known, Role.administrator);
}
