/** Message places of an export: the organization, its channels, who is subscribed, and the recipients of the archive. */
import { archivedProperties } from '../../domain/channels/property-rules.ts';
import type { ChannelRow } from '../../domain/channels/rows.ts';
import { organization, organizationCreatedAt, organizationPermissions } from '../../domain/organization/rows.ts';
import { settingDefaults } from '../../domain/users/settings.shared.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import type { Reader } from '../../storage/database.ts';
import type { GroupTables } from './people.ts';
import { newcomersSettings, organizationRowSettings } from './settings.ts';
import { numbered, realm, withTruth, type Row, type Tables } from './tables.ts';

const kinds = { person: 1, channel: 2, group: 3 } as const;

interface StoredRecipient {
  id: number;
  stream_id: number | null;
  user_ids: string | null;
}

/**
 * There, a message to one person is addressed to that person, so each has a recipient of their own; a channel has one, and a
 * group of people has one with a number of its own.
 */
export class Recipients {
  readonly #ofPerson = new Map<number, number>();
  readonly #ofChannel = new Map<number, number>();
  /** Groups of three and more, by our recipient. */
  readonly #ofGroup = new Map<number, { id: number; people: number[] }>();
  /** Both people of a conversation of two, or the one who writes to themselves; by our recipient. */
  readonly #pairs = new Map<number, number[]>();
  readonly #rows: Row[] = [];
  #lastId = 0;

  constructor(db: Reader) {
    const systemBots = new Set(
      db.all<{ id: number }>('SELECT id FROM users WHERE is_system_bot = 1').map(({ id }) => id),
    );
    for (const { id } of db.all<{ id: number }>('SELECT id FROM users ORDER BY id'))
      // Recipients of the accounts that the other server has itself are there already.
      this.#ofPerson.set(id, systemBots.has(id) ? this.#next() : this.#add(kinds.person, id));
    for (const { id, stream_id: channel, user_ids: people } of db.all<StoredRecipient>(
      // A conversation of which all messages were deleted is none there.
      `SELECT id, stream_id, user_ids FROM recipients r
       WHERE stream_id IS NOT NULL OR EXISTS (SELECT 1 FROM messages m WHERE m.recipient_id = r.id) ORDER BY id`,
    )) {
      if (channel !== null) this.#ofChannel.set(channel, this.#add(kinds.channel, channel));
      if (people === null) continue;
      const ids = people.split(',').map(Number);
      if (ids.length <= 2) this.#pairs.set(id, ids);
      else this.#ofGroup.set(id, { id: this.#add(kinds.group, id), people: ids });
    }
  }

  ofPerson = (userId: number): number => this.#ofPerson.get(userId) ?? 0;
  ofChannel = (channelId: number): number => this.#ofChannel.get(channelId) ?? 0;

  /** @param recipient ours. @returns the archive's, for a message that this sender wrote. */
  ofMessage(recipient: number, channel: number | null, sender: number): number {
    if (channel !== null) return this.ofChannel(channel);
    const pair = this.#pairs.get(recipient);
    if (pair === undefined) return this.#ofGroup.get(recipient)?.id ?? 0;
    return this.ofPerson(pair.find((id) => id !== sender) ?? sender);
  }

  /** @param people who gets it. @returns the archive's, made where they never wrote to each other; 0 where someone is gone. */
  ofPeople(people: readonly number[], sender: number): number {
    const all = [...new Set([...people, sender])].toSorted((a, b) => a - b);
    if (all.some((id) => !this.#ofPerson.has(id))) return 0;
    if (all.length <= 2) return this.ofPerson(all.find((id) => id !== sender) ?? sender);
    const known = [...this.#ofGroup.values()].find((group) => group.people.join() === all.join());
    if (known !== undefined) return known.id;
    // Numbers of groups are those of recipients here, which are positive.
    const number = -1 - this.#ofGroup.size;
    const id = this.#add(kinds.group, number);
    this.#ofGroup.set(number, { id, people: all });
    return id;
  }

  /** To be called last: what is scheduled adds recipients. */
  tables(db: Reader): Tables {
    const people = db.all<{ id: number }>('SELECT id FROM users WHERE is_system_bot = 0 ORDER BY id');
    const own = people.map(({ id }) => ({ ...plainSubscription, user_profile: id, recipient: this.ofPerson(id) }));
    const groups = [...this.#ofGroup.values()].flatMap(({ id, people: members }) =>
      members.map((user) => ({ ...plainSubscription, user_profile: user, recipient: id })),
    );
    const channels = db
      .all<Row>(
        `SELECT user_id AS user_profile, stream_id, active, color, pin_to_top, is_muted, desktop_notifications, audible_notifications,
                push_notifications, email_notifications, wildcard_mentions_notify FROM subscriptions ORDER BY 1, 2`,
      )
      .map(({ stream_id: channel, ...row }) => ({
        ...plainSubscription,
        ...withTruth(row, subscriptionFlags),
        recipient: this.ofChannel(Number(channel)),
      }));
    return {
      zerver_recipient: this.#rows,
      zerver_huddle: [...this.#ofGroup].map(([id, { people: members }]) => ({ id, group_size: members.length })),
      zerver_subscription: numbered([...own, ...groups, ...channels]),
      zerver_usertopic: numbered(
        db
          .all<Row>(
            `SELECT user_id AS user_profile, stream_id AS stream, topic AS topic_name, visibility_policy, last_updated
             FROM user_topics`,
          )
          .map((row) => ({ ...row, recipient: this.ofChannel(Number(row['stream'])) })),
      ),
    };
  }

  #next(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #add(type: number, typeId: number): number {
    const id = this.#next();
    this.#rows.push({ id, type, type_id: typeId });
    return id;
  }
}

/** Null where the user's own setting holds. */
const subscriptionFlags = [
  'active',
  'pin_to_top',
  'is_muted',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
];

const plainSubscription = {
  active: true,
  is_user_active: true,
  color: '#76ce90',
  is_muted: false,
  pin_to_top: false,
  desktop_notifications: null,
  audible_notifications: null,
  push_notifications: null,
  email_notifications: null,
  wildcard_mentions_notify: null,
};

/** In code points: there is no room for longer ones there. */
export const maxDomainLength = 80;

/** The organization and its channels. */
export function placeTables(db: Reader, groups: GroupTables): Tables {
  const channels = db.all<ChannelRow>('SELECT * FROM streams ORDER BY id');
  return {
    zerver_realm: [organizationRow(db, groups, new Set(channels.map(({ id }) => id)))],
    ...listTables(db),
    zerver_realmuserdefault: [{ id: 1, realm, ...newcomersSettings(settingDefaults(db)) }],
    zerver_stream: channels.map((channel) => channelExportRow(channel, groups)),
    zerver_defaultstream: numbered(
      channels.filter((channel) => channel.is_default === 1).map(({ id }) => ({ stream: id, realm })),
    ),
  };
}

/** @param channelIds of those that there are: settings may name one that is gone. */
function organizationRow(db: Reader, groups: GroupTables, channelIds: ReadonlySet<number>): Row {
  const settings = organization(db);
  const announcements = (id: number | null): number | null => (id !== null && channelIds.has(id) ? id : null);
  return {
    id: realm,
    name: settings.name,
    string_id: settings.string_id,
    description: settings.description,
    date_created: organizationCreatedAt(db) ?? 0,
    deactivated: false,
    ...organizationRowSettings(settings),
    moderation_request_channel: announcements(settings.moderation_request_channel_id),
    new_stream_announcements_stream: announcements(settings.new_stream_announcements_stream_id),
    signup_announcements_stream: announcements(settings.signup_announcements_stream_id),
    zulip_update_announcements_stream: announcements(settings.zulip_update_announcements_stream_id),
    ...groups.permissionsOf(Object.fromEntries(organizationPermissions.map((name) => [name, settings[name]]))),
  };
}

/** How one signs in, and the lists that an organization keeps. */
function listTables(db: Reader): Tables {
  return {
    zerver_realmauthenticationmethod: [{ id: 1, realm, name: 'Email' }],
    zerver_realmdomain: numbered(
      db
        .all<Row>(
          `SELECT domain, allow_subdomains FROM realm_domains WHERE length(domain) <= ${maxDomainLength} ORDER BY domain`,
        )
        .map((row) => ({ domain: row['domain'], allow_subdomains: row['allow_subdomains'] === 1, realm })),
    ),
    zerver_realmfilter: db
      .all<Row>(
        'SELECT id, pattern, url_template, row_number() OVER (ORDER BY position, id) - 1 AS "order" FROM linkifiers',
      )
      .map((row) => ({ ...row, realm })),
    zerver_realmplayground: db
      .all<Row>('SELECT id, name, pygments_language, url_template FROM realm_playgrounds')
      .map((row) => ({ ...row, realm })),
    zerver_channelfolder: db
      .all<Row>(
        `SELECT id, name, description, rendered_description, position AS "order", is_archived, date_created, creator_id AS creator
         FROM channel_folders`,
      )
      .map((row) => ({ ...row, is_archived: row['is_archived'] === 1, realm })),
  };
}

function channelExportRow(channel: ChannelRow, groups: GroupTables): Row {
  return {
    id: channel.id,
    realm,
    name: channel.name,
    description: channel.description,
    date_created: channel.date_created,
    creator: channel.creator_id,
    invite_only: channel.invite_only === 1,
    is_web_public: channel.is_web_public === 1,
    history_public_to_subscribers: channel.history_public_to_subscribers === 1,
    deactivated: channel.is_archived === 1,
    ...archivedProperties(channel),
    ...groups.permissionsOf(JSON.parse(channel.settings) as Record<string, GroupSettingValue>),
  };
}
