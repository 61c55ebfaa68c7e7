/** Parameters that several channel endpoints share: how channels are made, and their ten group settings. */
import { z } from 'zod';
import {
  channelProperties,
  forEachProperty,
  type PropertyName,
  type PropertyRules,
  type SentProperties,
} from '../domain/channels/property-rules.ts';
import type { ChannelChoices } from '../domain/channels/request.ts';
import { channelSettingNames, type ChannelSettings } from '../domain/channels/settings.shared.ts';
import { bool, int, json, oneOf, text, type Param, type Parsed } from '../http/params.ts';
import { groupSettingSchema, type GroupSettingValue } from '../permissions/group-setting-value.ts';
import { addsTo, type AddingPermission, type ChannelSettingName } from '../permissions/group-settings.ts';

/** One parameter for each of the ten settings, made by the given function. */
function forEachSetting<T>(make: (name: ChannelSettingName) => Param<T>): Record<ChannelSettingName, Param<T>> {
  return Object.fromEntries(channelSettingNames.map((name) => [name, make(name)])) as Record<
    ChannelSettingName,
    Param<T>
  >;
}

/** What a setting does beside the organization's, where it does not decide alone. */
function besides(name: ChannelSettingName): string {
  if (!(name in addsTo)) return '';
  return ` Adds to the organization's ${addsTo[name as AddingPermission]}: a user who holds either may.`;
}

/** The ten group settings of a new channel (contract: GroupSettingValue). */
export const settingParams = forEachSetting((name) =>
  json(groupSettingSchema)
    .optional()
    .describe(`${name}: id of a group, or direct_members and direct_subgroups.${besides(name)}`),
);

const updateSchema = z.object({ new: groupSettingSchema, old: groupSettingSchema.optional() }).strict();

/** A change of a group setting: the new value, and optionally the one it replaces, which must still hold. */
export const settingUpdateParams = forEachSetting((name) =>
  json(updateSchema)
    .optional()
    .describe(`${name}: {new, old?}.${besides(name)}`),
);

/** Parameters of the properties. @param isNew a new channel is in no folder: only a change sends null. */
function propertyParams(isNew: boolean): { [Name in PropertyName]: Param<SentProperties[Name]> } {
  return forEachProperty((name): Param<unknown> => {
    const { form, doc }: PropertyRules<unknown, unknown> = channelProperties[name];
    return paramOf(form, isNew).optional().describe(doc);
  }) as { [Name in PropertyName]: Param<SentProperties[Name]> };
}

function paramOf(form: PropertyRules<unknown, unknown>['form'], isNew: boolean): Param<unknown> {
  if (form === 'id') return (isNew ? int() : json(z.int().nullable())) as Param<unknown>;
  return ('line' in form ? text(form.line) : oneOf(form.words as readonly string[])) as Param<unknown>;
}

/** Those of a change. */
export const propertyUpdateParams = propertyParams(false);

/** How a channel is made (contract: create-channel), names, description and people apart. */
export const newChannelParams = {
  announce: bool().default(false).describe('Whether the notification bot announces the creation.'),
  invite_only: bool().default(false).describe('Private channel.'),
  is_web_public: bool().default(false).describe('Anybody reads it without an account, guests without being in it.'),
  is_default_stream: bool().default(false).describe('New users are subscribed.'),
  history_public_to_subscribers: bool().optional().describe('Whether new members can see earlier history.'),
  ...propertyParams(true),
  send_new_subscription_messages: bool()
    .default(true)
    .describe('Whether the notification bot writes to people subscribed by others.'),
  ...settingParams,
};

/** What a request chooses for the channels that it creates. */
export function channelChoices(params: Parsed<typeof newChannelParams>): ChannelChoices {
  return {
    invite_only: params.invite_only,
    is_web_public: params.is_web_public,
    is_default_stream: params.is_default_stream,
    history_public_to_subscribers: params.history_public_to_subscribers,
    ...(forEachProperty((name) => params[name]) as SentProperties),
    settings: sentSettings<GroupSettingValue>(params) as Partial<ChannelSettings>,
  };
}

/** The settings that the request brought. */
export function sentSettings<T>(
  params: Record<ChannelSettingName, T | undefined>,
): Partial<Record<ChannelSettingName, T>> {
  const sent = channelSettingNames.filter((name) => params[name] !== undefined).map((name) => [name, params[name]]);
  return Object.fromEntries(sent) as Partial<Record<ChannelSettingName, T>>;
}
