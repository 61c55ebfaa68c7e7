/**
 * Channels: what other nouns call. Finding and seeing them, making them, their shape on the wire.
 * Behind it: channels/rows.ts (the table), access.ts (who sees what), settings.ts (permission groups), create.ts.
 */
export {
  accessChannel,
  accessChannelByName,
  canAccessContent,
  canAccessMetadata,
  canSendTo,
  metadataUserIds,
  standingIn,
} from './channels/access.ts';
export { createChannel, type NewChannel } from './channels/create.ts';
export {
  allChannels,
  defaultChannels,
  findChannel,
  findChannelByName,
  noteFirstMessage,
  type StreamRow,
  type TopicsPolicy,
} from './channels/rows.ts';
export { channelPermissionSettings, channelSetting, channelSettings } from './channels/settings.ts';
export { type ChannelSettingName } from '../permissions/group-settings.ts';
export { channelWire, type ChannelWire } from './channels/wire.ts';
