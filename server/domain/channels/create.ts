/** Making a channel. What the caller may choose is checked in domain/channels/request.ts; here it is done and told. */
import { nameOf } from '../../names.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { checkShare } from '../organization/shares.shared.ts';
import { metadataUserIds } from './access.ts';
import { announceCreated } from './announce.shared.ts';
import { descriptionHtml, oneLine } from './description.ts';
import { channelAlreadyExists } from './errors.ts';
import { defaultProperties, type ChannelProperties } from './property-rules.ts';
import { findChannel, findChannelByName, insertChannel, type ChannelRow } from './rows.ts';
import { newChannelSettings, type ChannelSettings } from './settings.shared.ts';

export interface NewChannel {
  name: string;
  description?: string;
  inviteOnly?: boolean;
  isWebPublic?: boolean;
  /** Default: true, but false for private channels. */
  historyPublicToSubscribers?: boolean;
  isDefault?: boolean;
  properties?: Partial<ChannelProperties>;
  settings?: Partial<ChannelSettings>;
}

/**
 * Creates a channel of the caller's (of no one's, when the server itself acts) with no subscribers and notifies everyone who sees it; subscribers are added by subscribeUsers.
 * @throws ApiError CHANNEL_ALREADY_EXISTS; BAD_REQUEST for a group setting that is not allowed.
 */
export function createChannel(
  acting: SystemActing & Partial<Pick<Acting, 'user' | 'client'>>,
  wanted: NewChannel,
): ChannelRow {
  const { tx } = acting;
  const creatorId = acting.user?.id ?? null;
  const name = nameOf(wanted.name);
  if (findChannelByName(acting.db, name) !== undefined) throw channelAlreadyExists(name);
  if (acting.user !== undefined) checkShare(acting, acting.user, 'channels');
  const isPrivate = wanted.inviteOnly ?? false;
  const description = oneLine(wanted.description ?? '');
  const id = insertChannel(tx, {
    name,
    description,
    rendered_description: descriptionHtml(acting, description),
    date_created: acting.now,
    creator_id: creatorId,
    invite_only: Number(isPrivate),
    is_web_public: Number(wanted.isWebPublic ?? false),
    history_public_to_subscribers: Number(wanted.historyPublicToSubscribers ?? !isPrivate),
    is_default: Number(wanted.isDefault ?? false),
    is_archived: 0,
    ...defaultProperties,
    ...wanted.properties,
    settings: JSON.stringify(newChannelSettings(acting, creatorId, wanted.settings ?? {})),
  });
  const channel = findChannel(acting.db, id) as ChannelRow;
  announceCreated(acting, channel, metadataUserIds(acting.db, channel));
  return channel;
}
