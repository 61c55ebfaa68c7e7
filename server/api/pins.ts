/** Pinned messages and links of channels, Hearth's own. */
import { z } from 'zod';
import { accessChannel } from '../domain/channels/access.ts';
import { mostTitle } from '../domain/channels/link-rows.ts';
import { addLink, linksWire, removeLink } from '../domain/channels/links.ts';
import { pinMessage, pinScopes, pinsWire, unpinMessage } from '../domain/messages/pins.ts';
import { int, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Channels and topics';

const pinShape = z.strictObject({
  message_id: z.int(),
  topic: z.string().describe('Where the message is now.'),
  scope: z.enum(pinScopes).describe('What it is pinned to.'),
  pinned_by: z.int().describe('Id of a user.'),
  pinned_at: z.int().describe('UNIX seconds.'),
});

const linkShape = z.strictObject({
  id: z.int(),
  title: z.string(),
  url: z.string(),
  added_by: z.int().describe('Id of a user.'),
});

const channelId = int().describe('Id of the channel.').envelope();

export const getPins = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/pins',
  access: 'authenticated',
  summary:
    'Lists links of a channel, and the pinned messages of it and its topics that you may read, the newest pin first.',
  answer: { pins: z.array(pinShape), links: z.array(linkShape) },
  params: { stream_id: channelId },
  run: ({ read, params: { stream_id: id } }) =>
    read((viewing) => {
      const channel = accessChannel(viewing, id, 'content');
      return { pins: pinsWire(viewing, channel), links: linksWire(viewing.db, channel.id) };
    }),
});

export const pin = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/pin',
  access: 'authenticated',
  summary: 'Pins a message to its topic or to its channel.',
  answer: {},
  params: {
    message_id: int().envelope(),
    scope: oneOf(pinScopes).default('topic').describe('What the message is pinned to.').envelope(),
  },
  run: ({ write, params: { message_id: id, scope } }) =>
    write((acting) => {
      pinMessage(acting, id, scope);
      return {};
    }),
});

export const unpin = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/pin',
  access: 'authenticated',
  summary: 'Unpins a message.',
  answer: {},
  params: { message_id: int().envelope() },
  run: ({ write, params: { message_id: id } }) =>
    write((acting) => {
      unpinMessage(acting, id);
      return {};
    }),
});

export const addChannelLink = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/links',
  access: 'authenticated',
  summary: 'Adds a link at the top of a channel.',
  answer: { id: z.int().describe('Id of the link.') },
  params: {
    stream_id: channelId,
    title: text({ min: 1, max: mostTitle }).describe('What is shown.'),
    url: text({ min: 1, max: 2000 }).describe('A web address.'),
  },
  run: ({ write, params: { stream_id: id, title, url } }) =>
    write((acting) => ({ id: addLink(acting, accessChannel(acting, id), title, url) })),
});

export const removeChannelLink = endpoint({
  method: 'DELETE',
  path: '/streams/{stream_id}/links/{link_id}',
  access: 'authenticated',
  summary: 'Removes a link from the top of a channel.',
  answer: {},
  params: { stream_id: channelId, link_id: int().describe('Id of the link.').envelope() },
  run: ({ write, params: { stream_id: id, link_id: linkId } }) =>
    write((acting) => {
      removeLink(acting, accessChannel(acting, id), linkId);
      return {};
    }),
});
