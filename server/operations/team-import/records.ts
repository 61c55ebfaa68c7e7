/**
 * Records of a team: what every source of an import yields (source.ts), whatever chat it was exported from. The writer gives them
 * ids, checks them and stores them, and knows no format.
 */
import type { ChannelProperties } from '../../domain/channels/property-rules.ts';
import type { PersonalRecord, Placed, ReminderRecord, SourceId } from './personal-records.ts';

/** One thing of a team, in the order in which sources yield them. Times are UNIX seconds, with fractions where the source has them. */
export type TeamRecord =
  | OrganizationRecord
  | UserRecord
  | GroupRecord
  | FolderRecord
  | ChannelRecord
  | EmojiRecord
  | FileRecord
  | SubscriptionRecord
  | PersonalRecord
  | MessageRecord
  | ReactionRecord
  | SubmessageRecord
  | ScheduledRecord
  | ReminderRecord;

/** Whom a permission is given to, by source ids; or a system group of Hearth by its name, such as `role:members`. */
export type SourcePermission = string | { members: SourceId[]; groups: (SourceId | string)[] };

export interface OrganizationRecord extends Placed {
  kind: 'organization';
  name: string;
  /** The short word for it in addresses, where it has one. */
  stringId?: string;
  description: string;
  created: number;
  /** Settings of the organization by the API's names, checked by the writer; channels by source id. */
  settings: Readonly<Record<string, unknown>>;
  permissions: Readonly<Record<string, SourcePermission>>;
  /** What new users start with, by the API's names. */
  userDefaults: Readonly<Record<string, unknown>>;
  domains: { domain: string; allowSubdomains: boolean }[];
  linkifiers: { pattern: string; urlTemplate: string }[];
  playgrounds: { name: string; language: string; urlTemplate: string }[];
  profileFields: ProfileField[];
  /** Pictures: icon, logo, night_logo. */
  pictures: { name: 'icon' | 'logo' | 'night_logo'; take: TakeFile }[];
}

/** What exports of most chats do not say of an organization. */
export const unsaidOfOrganization = {
  settings: {},
  permissions: {},
  userDefaults: {},
  domains: [],
  linkifiers: [],
  playgrounds: [],
  pictures: [],
} as const satisfies Partial<OrganizationRecord>;

/** A profile field of one line of text. */
export const textField = (id: string, name: string): ProfileField => ({
  id,
  name,
  hint: '',
  type: 1,
  data: '',
  inSummary: false,
  required: false,
  editable: true,
});

export interface ProfileField {
  id: SourceId;
  name: string;
  hint: string;
  type: number;
  data: string;
  inSummary: boolean;
  required: boolean;
  editable: boolean;
}

export interface UserRecord extends Placed {
  kind: 'user';
  id: SourceId;
  name: string;
  /** Null where the export has none: the account gets a placeholder and needs an address before its user can sign in. */
  email: string | null;
  /** As the API: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest. */
  role: number;
  isActive: boolean;
  /** The person never signed in there and is known from messages only: stored as deactivated. */
  isReconstructed?: boolean;
  /** An account by which the server itself speaks: its id is noted, nothing is made. */
  systemBot?: 'notification-bot' | 'welcome-bot' | 'email-gateway';
  bot: {
    type: 1 | 2 | 3;
    owner: SourceId | null;
    /** Where it is called, and when, where the source says that. */
    webhook?: { url: string; interface: number; triggers?: unknown };
    channels?: BotChannels;
  } | null;
  joined: number;
  timezone: string;
  settings: Readonly<Record<string, unknown>>;
  /** By profile field. */
  profile: { field: SourceId; value: string }[];
  picture: { take: TakeFile } | null;
  status: { text: string; emojiName: string; emojiCode: string; emojiType: EmojiType | ''; at: number } | null;
}

/** Where a bot sends, and of which channel it hears, where it does not say. */
export interface BotChannels {
  sending: SourceId | null;
  registering: SourceId | null;
}

export interface GroupRecord extends Placed {
  kind: 'group';
  id: SourceId;
  name: string;
  description: string;
  /** A system group of Hearth: its id is noted, nothing is made. */
  isSystem: boolean;
  isDeactivated: boolean;
  creator: SourceId | null;
  created: number | null;
  members: SourceId[];
  subgroups: SourceId[];
  permissions: Readonly<Record<string, SourcePermission>>;
}

export interface FolderRecord extends Placed {
  kind: 'folder';
  id: SourceId;
  name: string;
  description: string;
  position: number;
  isArchived: boolean;
  creator: SourceId | null;
  created: number;
}

export interface ChannelRecord extends Placed {
  kind: 'channel';
  id: SourceId;
  name: string;
  description: string;
  created: number;
  creator: SourceId | null;
  isPrivate: boolean;
  isWebPublic: boolean;
  historyForNewSubscribers: boolean;
  isArchived: boolean;
  isDefault: boolean;
  folder: SourceId | null;
  /** Those that are not the defaults. */
  properties: Partial<ChannelProperties>;
  permissions: Readonly<Record<string, SourcePermission>>;
  links?: { title: string; url: string; by: SourceId | null; at: number }[];
}

export type EmojiType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';

export interface EmojiRecord extends Placed {
  kind: 'emoji';
  id: SourceId;
  name: string;
  author: SourceId | null;
  isDeactivated: boolean;
  take: TakeFile;
}

/**
 * Brings the bytes of a file of the archive to `path`, by streaming or by renaming. It is called at most once, before the next
 * record is taken. @returns how many bytes it has. @throws MissingFile (source.ts) where
 * the source has no such file, and the error of the disk
 */
export type TakeFile = (path: string) => Promise<number>;

export interface FileRecord extends Placed {
  kind: 'file';
  id: SourceId;
  name: string;
  /** Null where the source does not say; the stored size is always counted. */
  contentType: string | null;
  /** Path below the uploads that it had, where links in texts that are not converted lead to it; kept where it is free. */
  pathId?: string;
  owner: SourceId;
  created: number;
  take: TakeFile;
}

export interface SubscriptionRecord extends Placed {
  kind: 'subscription';
  user: SourceId;
  channel: SourceId;
  isActive: boolean;
  /** "#rrggbb"; null for the writer's choice. */
  color: string | null;
  isPinned: boolean;
  isMuted: boolean;
  /** Null follows the user's own setting. */
  notifications: Readonly<Record<'desktop' | 'audible' | 'push' | 'email' | 'wildcard', boolean | null>>;
}

/** Flags that a user has set on a message, or that it has for them; everything is imported as read. */
export type FlagName =
  | 'starred'
  | 'collapsed'
  | 'mentioned'
  | 'stream_wildcard_mentioned'
  | 'topic_wildcard_mentioned'
  | 'has_alert_word'
  | 'historical';

export interface MessageRecord extends Placed {
  kind: 'message';
  id: SourceId;
  sender: SourceId;
  /** A direct message names everyone but the sender; [] is a message to oneself. */
  to: { channel: SourceId; topic: string } | { users: SourceId[] };
  /** Markdown of Hearth, made with `References`. */
  content: string;
  at: number;
  client: string;
  /** Of the last edit of the text, where the source says only that. */
  edited: number | null;
  /** Newest first, as the API's `edit_history`; users and channels by source id. */
  history: MessageEdit[];
  flags: { user: SourceId; flags: FlagName[] }[];
  /** Files that it shares, where the source knows; otherwise those of its sender to which its content links. */
  files?: SourceId[];
  /** The source says that it shared a file, which may be deleted since. */
  hasAttachment?: boolean;
  /** Mentions and channel links in the HTML of the source, with ids of Hearth: it alone links channels. Undefined without HTML. */
  earlierHtml?: string;
  /** Users who received it, where the source knows: they alone read a channel without history for new subscribers. Null: all do. */
  receivedBy: SourceId[] | null;
  pin?: { by: SourceId; at?: number; isToChannel: boolean };
  /** Addresses of pages of which its author removed the preview. */
  removedPreviews?: string[];
}

export interface MessageEdit {
  user: SourceId | null;
  at: number;
  previousContent?: string;
  /** As `earlierHtml`. */
  previousHtml?: string;
  previousTopic?: string;
  topic?: string;
  previousChannel?: SourceId;
  channel?: SourceId;
}

export interface ReactionRecord extends Placed {
  kind: 'reaction';
  message: SourceId;
  user: SourceId;
  emojiName: string;
  /** Code points in lower-case hexadecimal joined with "-", or the source id of a custom emoji. */
  emojiCode: string;
  emojiType: EmojiType;
}

/** Votes and tasks of polls and to-do lists. */
export interface SubmessageRecord extends Placed {
  kind: 'submessage';
  id: SourceId | undefined;
  message: SourceId;
  sender: SourceId;
  type: string;
  content: string;
}

/** Sent later; one that is due already is kept as not sent, so that an import sends nothing. */
export interface ScheduledRecord extends Placed {
  kind: 'scheduled';
  id: SourceId;
  sender: SourceId;
  to: { channel: SourceId; topic: string } | { users: SourceId[] };
  content: string;
  /** As that of a message. */
  earlierHtml?: string;
  at: number;
  client: string;
  failure: string | null;
}
