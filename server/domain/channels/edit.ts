/** PATCH /streams/{stream_id}: every property with who may change it, then the change and what the channel is reported about it. */
import { badRequest, checking, invalidParameter } from '../../errors.ts';
import { canAdministerChannel } from '../../permissions/channels.ts';
import type { GroupSettingValue } from '../../permissions/group-setting-value.ts';
import type { ChannelSettingName } from '../../permissions/group-settings.ts';
import type { Acting } from '../acting.ts';
import { checkOldSetting, isSameSetting, validateGroupSetting } from '../groups/membership.shared.ts';
import { announceUnreadOfArchive } from '../messages/flags/mark.ts';
import { organizationSetting } from '../organization/rows.ts';
import { withVisibilityEvents } from '../visibility/events.shared.ts';
import { canAccessContent, standingIn } from './access.ts';
import { unarchiveChannel } from './archive.ts';
import { changeChannel } from './change.shared.ts';
import { setDefault } from './default-channels.shared.ts';
import { descriptionHtml } from './description.ts';
import { channelAlreadyExists } from './errors.ts';
import { channelLookalikes, checkLooks } from './looks.ts';
import { tellOfArchiving, tellOfChanges } from './notices.ts';
import type { SentProperties } from './property-rules.ts';
import { findChannelByName, nameKey, type ChannelChange, type ChannelRow } from './rows.ts';
import { channelPermissionSettings, channelSettings } from './settings.shared.ts';
import {
  checkMayBeDefault,
  checkMayMake,
  checkMaySet,
  checkReads,
  chosenProperties,
  validChannelName,
  validDescription,
  validPrivacy,
} from './validation.ts';

/** What a request asks to change; undefined = leave it. */
export interface ChannelEdit extends SentProperties {
  new_name?: string;
  description?: string;
  is_private?: boolean;
  is_web_public?: boolean;
  history_public_to_subscribers?: boolean;
  is_default_stream?: boolean;
  is_archived?: boolean;
  settings: Partial<Record<ChannelSettingName, { new: GroupSettingValue; old?: GroupSettingValue }>>;
}

/** Groups that let people read: only those who read the channel hand that out. */
const grantsContent: ReadonlySet<string> = new Set<ChannelSettingName>([
  'can_add_subscribers_group',
  'can_subscribe_group',
]);

/**
 * @returns the channel as it now is.
 * @throws ApiError BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, CHANNEL_ALREADY_EXISTS or EXPECTATION_MISMATCH; nothing is changed then.
 */
export function editChannel(acting: Acting, channel: ChannelRow, edit: ChannelEdit): ChannelRow {
  checkAdministers(acting, channel);
  const current = edit.is_archived === false ? unarchiveChannel(acting, channel) : channel;
  const change: ChannelChange = {
    ...nameChange(acting, current, edit),
    ...descriptionChange(acting, edit),
    ...privacyChange(acting, current, edit),
    ...chosenProperties(acting, edit, current),
    ...settingsChange(acting, current, edit),
  };
  const isDefault = edit.is_default_stream ?? current.is_default === 1;
  const isPrivate = (change.invite_only ?? current.invite_only) === 1;
  if (edit.is_default_stream !== undefined) checkMayBeDefault(acting, isPrivate && isDefault);
  if (isPrivate && isDefault) throw invalidParameter('is_default_stream', 'A default channel cannot be private.');
  const changed = withVisibilityEvents(acting, { channels: [current.id] }, () =>
    changeChannel(acting, current, change),
  );
  checkStillReads(acting, current, changed);
  setDefault(acting, changed, isDefault);
  if (current !== channel)
    checking('new_name', () => checkLooks(acting, changed.name, channelLookalikes(acting.db, changed.id)));
  if (current !== channel) tellOfArchiving(acting, changed, false);
  tellOfChanges(acting, current, changed);
  if (current !== channel) announceUnreadOfArchive(acting, changed);
  return changed;
}

/** @throws ApiError BAD_REQUEST. */
export function checkAdministers(acting: Acting, channel: ChannelRow): void {
  if (!canAdministerChannel(acting.user, standingIn(acting, channel)))
    throw badRequest('You do not have permission to administer this channel.');
}

function nameChange(acting: Acting, channel: ChannelRow, edit: ChannelEdit): ChannelChange {
  if (edit.new_name === undefined) return {};
  const sent = edit.new_name;
  const name = checking('new_name', () => validChannelName(acting, sent));
  const holder = findChannelByName(acting.db, name);
  if (holder !== undefined && holder.id !== channel.id) throw channelAlreadyExists(name);
  if (name !== channel.name)
    checking('new_name', () => checkLooks(acting, name, channelLookalikes(acting.db, channel.id)));
  return { name, name_key: nameKey(name) };
}

function descriptionChange(acting: Acting, edit: ChannelEdit): ChannelChange {
  if (edit.description === undefined) return {};
  const description = validDescription(acting, edit.description);
  return { description, rendered_description: descriptionHtml(acting, description) };
}

function privacyChange(acting: Acting, channel: ChannelRow, edit: ChannelEdit): ChannelChange {
  const { is_private: isPrivate, is_web_public: isWebPublic, history_public_to_subscribers: isHistoryPublic } = edit;
  if (isPrivate === undefined && isWebPublic === undefined && isHistoryPublic === undefined) return {};
  checkReads(acting, channel);
  const inviteOnly = isPrivate ?? (isWebPublic === true ? false : channel.invite_only === 1);
  // What a channel's kind decides is not carried over to another kind.
  const isSameKind = inviteOnly === (channel.invite_only === 1);
  const privacy = validPrivacy({
    inviteOnly,
    isWebPublic: isWebPublic ?? (isPrivate === true ? false : channel.is_web_public === 1),
    historyPublicToSubscribers:
      isHistoryPublic ?? (isSameKind ? channel.history_public_to_subscribers === 1 : undefined),
  });
  const becomesAnother = !isSameKind || (privacy.isWebPublic && channel.is_web_public === 0);
  if (becomesAnother) checkMayMake(acting, privacy);
  if (!privacy.inviteOnly && organizationSetting(acting.db, 'moderation_request_channel_id') === channel.id) {
    throw invalidParameter('is_private', 'Moderation request channel must be private.');
  }
  return {
    invite_only: Number(privacy.inviteOnly),
    is_web_public: Number(privacy.isWebPublic),
    history_public_to_subscribers: Number(privacy.historyPublicToSubscribers),
  };
}

/** A person who makes a channel private keeps access to it: otherwise they could rename it, and neither read nor join it. */
function checkStillReads(acting: Acting, before: ChannelRow, after: ChannelRow): void {
  if (before.invite_only === 1 || after.invite_only === 0 || canAccessContent(acting, after)) return;
  throw invalidParameter(
    'is_private',
    `You are not subscribed to #${after.name} and would lose access to it. Subscribe to it first, then make it private.`,
  );
}

function settingsChange(acting: Acting, channel: ChannelRow, edit: ChannelEdit): ChannelChange {
  const settings = channelSettings(channel);
  for (const [key, update] of Object.entries(edit.settings)) {
    const name = key as ChannelSettingName;
    const value = validateGroupSetting(acting, name, update.new, channelPermissionSettings[name]);
    checkOldSetting(acting.db, update.old, settings[name]);
    if (isSameSetting(value, settings[name])) continue;
    checkMaySet(acting, name);
    if (grantsContent.has(name)) checkReads(acting, channel);
    settings[name] = value;
  }
  return { settings: JSON.stringify(settings) };
}
