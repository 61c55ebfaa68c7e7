/** Making a channel as a person asked for it: what they chose is checked, and whether they may (contract: create-channel). */
import { badRequest } from '../../errors.ts';
import { isGuest } from '../../permissions/roles.ts';
import type { Acting } from '../acting.ts';
import { createChannel } from './create.ts';
import { setDefault } from './default-channels.shared.ts';
import { channelAlreadyExists } from './errors.ts';
import { channelLookalikes, checkLooks, type ChannelLookalikes } from './looks.ts';
import type { SentProperties } from './property-rules.ts';
import { findChannelByName, type ChannelRow } from './rows.ts';
import { channelSettingNames, type ChannelSettings } from './settings.shared.ts';
import {
  checkMayBeDefault,
  checkMayMake,
  checkMaySet,
  chosenProperties,
  validChannelName,
  validDescription,
  validPrivacy,
} from './validation.ts';

/** The choices of a request that creates channels, names apart; undefined = the default. */
export interface ChannelChoices extends SentProperties {
  invite_only: boolean;
  is_web_public: boolean;
  is_default_stream: boolean;
  history_public_to_subscribers: boolean | undefined;
  settings: Partial<ChannelSettings>;
}

/** Those of a request that chooses nothing. */
export const plainChannel: ChannelChoices = {
  invite_only: false,
  is_web_public: false,
  is_default_stream: false,
  history_public_to_subscribers: undefined,
  settings: {},
};

/**
 * Creates a channel for the caller.
 * @param others channels in use, for a caller who creates many.
 * @throws ApiError CHANNEL_ALREADY_EXISTS; BAD_REQUEST or UNAUTHORIZED_PRINCIPAL for what may not be chosen.
 */
export function createRequestedChannel(
  acting: Acting,
  name: string,
  description: string,
  choices: ChannelChoices,
  others: ChannelLookalikes = channelLookalikes(acting.db),
): ChannelRow {
  if (isGuest(acting.user)) throw badRequest('Not allowed for guest users');
  const validName = validChannelName(acting, name);
  const privacy = validPrivacy({
    inviteOnly: choices.invite_only,
    isWebPublic: choices.is_web_public,
    historyPublicToSubscribers: choices.history_public_to_subscribers,
  });
  checkMayMake(acting, privacy);
  if (findChannelByName(acting.db, validName) !== undefined) throw channelAlreadyExists(validName);
  checkLooks(acting, validName, others);
  if (choices.is_default_stream) checkMayBeDefault(acting, privacy.inviteOnly);
  const properties = chosenProperties(acting, choices);
  for (const setting of channelSettingNames) if (choices.settings[setting] !== undefined) checkMaySet(acting, setting);
  const channel = createChannel(acting, {
    name: validName,
    description: validDescription(acting, description),
    ...privacy,
    properties,
    settings: choices.settings,
  });
  if (choices.is_default_stream) setDefault(acting, channel, true);
  return channel;
}
