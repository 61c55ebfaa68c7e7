/** Channels: create, list, look up, change and archive (contract: create-channel). */
import { z } from 'zod';
import { accessChannel, accessChannelByName, channelEmailAddress } from '../domain/channels/access.ts';
import * as archiving from '../domain/channels/archive.ts';
import { checkAdministers, editChannel } from '../domain/channels/edit.ts';
import { listChannels } from '../domain/channels/list.ts';
import { tellNewSubscribers, tellOfArchiving, tellOfCreation } from '../domain/channels/notices.ts';
import { createRequestedChannel } from '../domain/channels/request.ts';
import { accessPrincipals, checkMayFill } from '../domain/channels/subscriptions/requests.ts';
import { subscriberIds } from '../domain/channels/subscriptions/rows.ts';
import { subscribeUsers } from '../domain/channels/subscriptions/subscribe.ts';
import { channelWire } from '../domain/channels/wire.ts';
import { checking } from '../errors.ts';
import { bool, int, listOf, text } from '../http/params.ts';
import {
  channelChoices,
  newChannelParams,
  propertyUpdateParams,
  sentSettings,
  settingUpdateParams,
} from './channel-params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

const channelId = int().describe('Id of the channel.');

export const createChannel = endpoint({
  method: 'POST',
  path: '/channels/create',
  access: 'authenticated',
  summary: 'Create a channel and subscribe users to it.',
  personal: false,
  params: {
    name: text().describe('Name of the channel; unique without regard to case.'),
    description: text().default('').describe('Markdown, one line.'),
    subscribers: listOf(z.int(), { max: 10_000 }).describe('User ids to subscribe.'),
    ...newChannelParams,
  },
  run: ({ write, params }) =>
    write((acting) => {
      const users = checking('subscribers', () => accessPrincipals(acting, params.subscribers));
      const channel = createRequestedChannel(acting, params.name, params.description, channelChoices(params));
      checkMayFill(acting, channel, users);
      const { subscribed } = subscribeUsers(
        acting,
        [channel],
        users.map((user) => user.id),
      );
      tellOfCreation(acting, channel, params.announce);
      if (params.send_new_subscription_messages) tellNewSubscribers(acting, subscribed);
      return { id: channel.id };
    }),
});

export const getChannels = endpoint({
  method: 'GET',
  path: '/streams',
  access: 'authenticated',
  summary: 'List channels that the caller may see.',
  personal: false,
  params: {
    include_public: bool().default(true).describe('Public channels.'),
    include_web_public: bool().default(false).describe('Web-public channels.'),
    include_subscribed: bool().default(true).describe('Channels of the caller.'),
    exclude_archived: bool().default(true).describe('Leave out archived channels.'),
    include_all_active: bool()
      .default(false)
      .describe('Every channel; administrators only; older name of include_all.'),
    include_all: bool().default(false).describe('Every channel whose existence the caller may know.'),
    include_default: bool().default(false).describe('Add is_default to each channel.'),
    include_owner_subscribed: bool().default(false).describe("Adds channels of the bot's owner; for people nothing."),
    include_can_access_content: bool().default(false).describe('Channels whose messages the caller may read.'),
  },
  run: ({ read, params }) => read((viewing) => ({ streams: listChannels(viewing, params) })),
});

export const getChannel = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  access: 'authenticated',
  summary: 'Get one channel.',
  personal: false,
  params: { stream_id: channelId },
  run: ({ read, params: { stream_id } }) =>
    read((viewing) => ({ stream: channelWire(viewing, accessChannel(viewing, stream_id)) })),
});

export const getChannelId = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  access: 'authenticated',
  summary: 'Get the id of a channel by its name.',
  personal: false,
  params: { stream: text({ min: 1 }).describe('Name of the channel.') },
  run: ({ read, params: { stream: channel } }) =>
    read((viewing) => ({ stream_id: accessChannelByName(viewing, channel).id })),
});

export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/streams/{stream_id}',
  access: 'authenticated',
  summary: 'Change a channel.',
  personal: false,
  params: {
    stream_id: channelId,
    new_name: text().optional().describe('New name.'),
    description: text().optional().describe('New description: Markdown, one line.'),
    is_private: bool().optional().describe('Private or public.'),
    is_web_public: bool().optional().describe('Anybody reads it without an account, guests without being in it.'),
    history_public_to_subscribers: bool().optional().describe('Whether new members can see earlier history.'),
    is_default_stream: bool().optional().describe('New users are subscribed; administrators only.'),
    is_archived: bool().optional().describe('false brings an archived channel back.'),
    ...propertyUpdateParams,
    ...settingUpdateParams,
  },
  run: ({ write, params }) =>
    write((acting) => {
      const { stream_id, ...edit } = params;
      editChannel(acting, accessChannel(acting, stream_id), { ...edit, settings: sentSettings(params) });
      return {};
    }),
});

export const archiveChannel = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}',
  access: 'authenticated',
  summary: 'Archive a channel.',
  personal: false,
  params: { stream_id: channelId },
  run: ({ write, params: { stream_id } }) =>
    write((acting) => {
      const channel = accessChannel(acting, stream_id);
      checkAdministers(acting, channel);
      tellOfArchiving(acting, channel, true);
      archiving.archiveChannel(acting, channel);
      return {};
    }),
});

export const getSubscribers = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  access: 'authenticated',
  summary: 'List the subscribers of a channel.',
  personal: false,
  params: { stream_id: channelId },
  run: ({ read, params: { stream_id } }) =>
    read((viewing) => ({ subscribers: subscriberIds(viewing.db, accessChannel(viewing, stream_id).id) })),
});

export const getChannelEmail = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  access: 'authenticated',
  summary: 'Get the address that posts mail into a channel; empty where the server receives no mail.',
  personal: false,
  params: {
    stream_id: channelId,
    sender_id: int().optional().describe('Who posts: the caller, a bot of theirs, or the gateway.'),
  },
  run: ({ read, params: { stream_id, sender_id } }) =>
    read((viewing) => ({ email: channelEmailAddress(viewing, stream_id, sender_id) })),
});
