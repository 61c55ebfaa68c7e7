/** A channel as clients get it (contract: BasicChannel); the same for everyone who may see it. */
import type { components } from '../../contract/types.ts';
import { fieldsText } from '../../json-text.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import type { Reader } from '../../storage/database.ts';
import { prepareList, rememberedList, type ListSource } from '../../storage/remembered-list.ts';
import type { SystemViewing } from '../acting.ts';
import { groupSettingWire } from '../groups/membership.shared.ts';
import { findGroup } from '../groups/rows.ts';
import { isRecentlyActive, weeklyTraffic } from './activity.shared.ts';
import { propertiesOf } from './property-rules.ts';
import { allChannels, type ChannelRow } from './rows.ts';
import { channelSettingNames, channelSettings, type ChannelSettings } from './settings.shared.ts';

export type ChannelWire = components['schemas']['BasicChannel'];

/** What a channel's shape takes from other tables. */
interface LookUps {
  settingWire(value: GroupSettingValue): GroupSettingValue;
  groupName(id: number): string | undefined;
}

/** The older form of can_send_message_group, which knows four groups only. */
const postPolicies: ReadonlyMap<string | undefined, 2 | 3 | 4> = new Map([
  ['role:administrators', 2],
  ['role:owners', 2],
  ['role:fullmembers', 3],
  ['role:moderators', 4],
]);

function liveLookUps({ db }: SystemViewing): LookUps {
  return { settingWire: (value) => groupSettingWire(db, value), groupName: (id) => findGroup(db, id)?.name };
}

/** The shapes of many channels at one moment: what they share is looked up once. Not for use across a write. */
export function channelWires(viewing: SystemViewing): (channel: ChannelRow) => ChannelWire {
  const lookUps = lookUpsOnce(viewing.db);
  return (channel) => channelWire(viewing, channel, lookUps);
}

/** As `channelWires`, the fields of each as JSON without braces. What time does not change is remembered of all channels. */
export function channelTexts(viewing: SystemViewing): (channel: ChannelRow) => string {
  const { db } = viewing;
  const lasting = new Map(rememberedList(db, lastingTexts(db)));
  return (channel) => `${lasting.get(channel.id) ?? ''},${fieldsText(passingFields(viewing, channel))}`;
}

/** Makes ahead, in steps, what `channelTexts` remembers. */
export const prepareChannelTexts = ({ db }: SystemViewing): Generator<void, void> => prepareList(db, lastingTexts(db));

function lastingTexts(db: Reader): ListSource<ChannelRow, readonly [id: number, text: string]> {
  return {
    key: 'channels as text',
    items: () => allChannels(db),
    make(channels) {
      const lookUps = lookUpsOnce(db);
      return channels.map((channel) => [channel.id, fieldsText(lastingFields(channel, lookUps))] as const);
    },
    atOnce: 25,
  };
}

function lookUpsOnce(db: Reader): LookUps {
  const settings = new Map<string, GroupSettingValue>();
  const names = new Map<number, string | undefined>();
  return {
    settingWire(value) {
      if (typeof value === 'number') return value;
      const key = JSON.stringify(value);
      const known = settings.get(key) ?? groupSettingWire(db, value);
      settings.set(key, known);
      return known;
    },
    groupName(id) {
      if (!names.has(id)) names.set(id, findGroup(db, id)?.name);
      return names.get(id);
    },
  };
}

/** A channel as clients get it (contract: BasicChannel). @param lookUps shared by the user who makes many. */
export function channelWire(
  viewing: SystemViewing,
  channel: ChannelRow,
  lookUps: LookUps = liveLookUps(viewing),
): ChannelWire {
  return { ...lastingFields(channel, lookUps), ...passingFields(viewing, channel) };
}

/** What changes by time and messages alone. */
const passingFields = (viewing: SystemViewing, channel: ChannelRow) => ({
  is_recently_active: isRecentlyActive(viewing, channel),
  stream_weekly_traffic: weeklyTraffic(viewing, channel),
});

function lastingFields(
  channel: ChannelRow,
  lookUps: LookUps,
): Omit<ChannelWire, keyof ReturnType<typeof passingFields>> {
  const stored = channelSettings(channel);
  const postPolicy = policyOf(stored.can_send_message_group, lookUps);
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.is_archived === 1,
    description: channel.description,
    date_created: channel.date_created,
    creator_id: channel.creator_id,
    invite_only: channel.invite_only === 1,
    rendered_description: channel.rendered_description,
    is_web_public: channel.is_web_public === 1,
    stream_post_policy: postPolicy,
    history_public_to_subscribers: channel.history_public_to_subscribers === 1,
    first_message_id: channel.first_message_id,
    ...propertiesOf(channel),
    is_announcement_only: postPolicy === 2,
    ...settingsWire(stored, lookUps),
    subscriber_count: channel.subscriber_count,
  };
}

function settingsWire(stored: ChannelSettings, lookUps: LookUps): ChannelSettings {
  return Object.fromEntries(
    channelSettingNames.map((name) => [name, lookUps.settingWire(stored[name])]),
  ) as ChannelSettings;
}

/** stream_post_policy: 1 anyone, 2 administrators, 3 full members, 4 moderators. */
export function olderPostPolicy(viewing: SystemViewing, setting: GroupSettingValue): 1 | 2 | 3 | 4 {
  return policyOf(setting, liveLookUps(viewing));
}

function policyOf(setting: GroupSettingValue, lookUps: LookUps): 1 | 2 | 3 | 4 {
  const name = typeof setting === 'number' ? lookUps.groupName(setting) : undefined;
  return postPolicies.get(name) ?? 1;
}
