/** Bots: their owners and administrators manage them here. Also what a bot keeps on the server. */
import { z } from 'zod';
import { regenerateApiKey } from '../domain/accounts/authentication.ts';
import { deactivateUser } from '../domain/accounts/lifecycle.ts';
import { lowerToOwner } from '../domain/accounts/role.ts';
import { accessBot, managesBot } from '../domain/bots/access.ts';
import * as bots from '../domain/bots/edit.ts';
import * as botRows from '../domain/bots/rows.ts';
import { botsVisibleTo, botWire } from '../domain/bots/wire.ts';
import { findUser } from '../domain/users/rows.ts';
import { bool, int, json, listOf, oneOfInts, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Bots';

const botId = int().describe('Id of a bot.');
const channelName = text({ max: 200 }).optional();
const settings = {
  default_sending_stream: channelName.describe("Name of a channel; '' = none."),
  default_events_register_stream: channelName.describe("Name of a channel; '' = none."),
  default_all_public_streams: bool().optional(),
  payload_url: json(z.string().max(2000), { lenient: true })
    .optional()
    .describe('Where an outgoing-webhook bot is called.'),
  interface_type: oneOfInts([1, 2])
    .alias('service_interface')
    .optional()
    .describe('1 own format, 2 compatible format.'),
  triggers: listOf(z.enum(botRows.webhookTriggers), { min: 1, max: 2 })
    .optional()
    .describe('What calls an outgoing-webhook bot.'),
};

/** What is reported about a bot to the user who manages it. */
const botAnswer = z.strictObject({
  user_id: z.number(),
  full_name: z.string(),
  email: z.string(),
  api_key: z.string(),
  bot_type: z.union([z.literal([1, 2, 3, 4]), z.null()]),
  is_active: z.boolean(),
  owner_id: z.number().nullable(),
  avatar_url: z.string(),
  default_sending_stream: z.string().nullable(),
  default_events_register_stream: z.string().nullable(),
  default_all_public_streams: z.boolean(),
  services: z.array(z.strictObject({ base_url: z.string(), token: z.string(), interface: z.literal([1, 2]) })),
});

export const listBots = endpoint({
  method: 'GET',
  path: '/bots',
  access: 'authenticated',
  summary: 'Your bots; for administrators, all.',
  personal: false,
  answer: { bots: z.array(botAnswer) },
  params: {},
  run: ({ read }) => read((viewing) => ({ bots: botsVisibleTo(viewing).map((bot) => botWire(viewing, bot)) })),
});

export const createBot = endpoint({
  method: 'POST',
  path: '/bots',
  access: 'authenticated',
  summary: 'Create a bot of yours.',
  personal: false,
  answer: botAnswer,
  params: {
    full_name: text({ min: 1, max: 200 }),
    short_name: text({ min: 1, max: 100 }).describe('The part of its address before "-bot@".'),
    bot_type: oneOfInts([1, 2, 3, 4]).default(1).describe('1 generic, 2 incoming webhook, 3 outgoing webhook.'),
    ...settings,
  },
  run: ({ write, params }) =>
    write((acting) => {
      const bot = bots.createBot(acting, params);
      return { ...botWire(acting, bot) };
    }),
});

export const editBot = endpoint({
  method: 'PATCH',
  path: '/bots/{bot_id}',
  access: 'authenticated',
  summary: 'Change a bot.',
  personal: false,
  answer: botAnswer.partial(),
  params: {
    bot_id: botId,
    full_name: text({ min: 1, max: 200 }).optional(),
    bot_owner_id: int().optional(),
    is_active: bool().optional().describe('false deactivates, true brings back.'),
    ...settings,
    payload_url: settings.payload_url.alias('service_payload_url'),
  },
  run: ({ write, params: { bot_id: id, is_active: isActive, ...edit } }) =>
    write((acting) => {
      const bot = accessBot(acting, id);
      if (isActive === true) bots.reactivateBot(acting, bot);
      const edited = bots.editBot(acting, accessBot(acting, id), edit);
      const changed = edit.bot_owner_id === undefined ? edited : lowerToOwner(acting, edited);
      if (isActive === false) deactivateUser(acting, changed);
      const now = findUser(acting.db, id) ?? changed;
      // A user who gave it away learns nothing more of it.
      return managesBot(acting.user, now) ? { ...botWire(acting, now) } : {};
    }),
});

export const deactivateBot = endpoint({
  method: 'DELETE',
  path: '/bots/{bot_id}',
  access: 'authenticated',
  summary: 'Deactivate a bot.',
  personal: false,
  answer: {},
  params: { bot_id: botId },
  run: ({ write, params }) =>
    write((acting) => {
      deactivateUser(acting, accessBot(acting, params.bot_id));
      return {};
    }),
});

export const regenerateBotKey = endpoint({
  method: 'POST',
  path: '/bots/{bot_id}/api_key/regenerate',
  access: 'authenticated',
  summary: 'Give a bot a new API key; the old one stops working at once.',
  personal: false,
  answer: { api_key: z.string() },
  params: { bot_id: botId },
  run: ({ write, params }) =>
    write((acting) => ({ api_key: regenerateApiKey(acting, accessBot(acting, params.bot_id)) })),
});

const keys = listOf(z.string().max(1000), { max: 1000 }).optional().describe('All when absent.');

export const getBotStorage = endpoint({
  method: 'GET',
  path: '/bot_storage',
  access: 'authenticated',
  summary: 'What the calling bot keeps on the server.',
  answer: { storage: z.record(z.string(), z.string()) },
  params: { keys },
  run: ({ read, params }) =>
    read(({ db, user }) => ({ storage: botRows.botStorage(db, user.id, params.keys ?? null) })),
});

export const putBotStorage = endpoint({
  method: 'PUT',
  path: '/bot_storage',
  access: 'authenticated',
  summary: 'Keep texts by key.',
  answer: {},
  params: { storage: json(z.record(z.string().max(1000), z.string())) },
  run: ({ write, params: { storage } }) =>
    write(({ tx, user }) => {
      botRows.putBotStorage(tx, user.id, storage);
      return {};
    }),
});

export const removeBotStorage = endpoint({
  method: 'DELETE',
  path: '/bot_storage',
  access: 'authenticated',
  summary: 'Forget texts by key.',
  answer: {},
  params: { keys },
  run: ({ write, params }) =>
    write(({ tx, user }) => {
      botRows.removeBotStorage(tx, user.id, params.keys ?? null);
      return {};
    }),
});
