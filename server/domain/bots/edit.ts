/** Bots: making and changing them. An owner manages their bots, administrators manage all (contract: Bot). */
import { badRequest, checking, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import { isAdministrator, Role } from '../../permissions/roles.ts';
import { createUser, reactivateUser } from '../accounts/lifecycle.ts';
import type { Acting } from '../acting.ts';
import { accessChannelByName } from '../channels/access.ts';
import { mayBy } from '../groups/membership.shared.ts';
import { checkShare } from '../organization/shares.shared.ts';
import { changeFullName, checkBotName } from '../users/edit.ts';
import { BotType, findUser, findUserByEmail, reservedDomain, updateUserRow, type UserRow } from '../users/rows.ts';
import { audienceOf } from '../users/visibility.shared.ts';
import { managesBot } from './access.ts';
import { findBotService, storeBotService, type BotService, type WebhookTrigger } from './rows.ts';
import {
  announceBotAdded,
  announceBotDeleted,
  announceBotUpdated,
  botChannels,
  botServices,
  type BotChange,
} from './wire.ts';

/** The parts of a bot that requests set; undefined = as it is. Channels are names, '' = none. */
export interface BotSettings {
  default_sending_stream?: string | undefined;
  default_events_register_stream?: string | undefined;
  default_all_public_streams?: boolean | undefined;
  payload_url?: string | undefined;
  interface_type?: 1 | 2 | undefined;
  triggers?: WebhookTrigger[] | undefined;
}

export interface NewBot extends BotSettings {
  /** Before "-bot@" in the bot's address. */
  short_name: string;
  full_name: string;
  bot_type: 1 | 2 | 3 | 4;
}

/** @throws ApiError BAD_REQUEST unless the caller may make bots of this type. */
function checkMayCreate(acting: Acting, botType: number): void {
  const { db, user } = acting;
  const may = (name: 'can_create_bots_group' | 'can_create_write_only_bots_group'): boolean =>
    isAdministrator(user) || mayBy(db, user, name);
  const allowed =
    may('can_create_bots_group') || (botType === BotType.incomingWebhook && may('can_create_write_only_bots_group'));
  if (user.is_bot === 1 || user.role === Role.guest || !allowed) throw badRequest('Insufficient permission');
}

/** Makes a bot of the caller. @throws ApiError BAD_REQUEST where the caller may not, or a part is not right. */
export function createBot(acting: Acting, input: NewBot): UserRow {
  checkMayCreate(acting, input.bot_type);
  checkShare(acting, acting.user, 'bots');
  if (input.bot_type === BotType.embedded) throw invalidParameter('bot_type', 'Embedded bots are not enabled.');
  if (input.bot_type === BotType.outgoingWebhook) checkPayloadUrl(input.payload_url ?? '');
  if (!/^[a-z0-9][a-z0-9._-]{0,60}$/i.test(input.short_name))
    throw invalidParameter('short_name', 'Bad name or username');
  const email = `${input.short_name.toLowerCase()}-bot@${reservedDomain}`;
  const taken = findUserByEmail(acting.db, email);
  if (taken !== undefined)
    throw invalidParameter(
      'short_name',
      taken.is_active === 0 && managesBot(acting.user, taken)
        ? `Username already in use by the deactivated bot "${taken.full_name}". Reactivate it, or choose another username.`
        : 'Username already in use',
    );
  checkBotName(acting.db, input.full_name);
  const bot = createUser(acting, {
    email,
    fullName: input.full_name,
    role: Role.member,
    passwordHash: null,
    isBot: true,
    botType: input.bot_type,
    botOwnerId: acting.user.id,
    by: acting.user,
  });
  applySettings(acting, bot, input);
  const made = findUser(acting.db, bot.id) as UserRow;
  announceBotAdded(acting, made);
  return made;
}

type BotEditChange = Omit<BotChange, 'user_id' | (typeof botChannels)[number]>;

export interface BotEdit extends BotSettings {
  full_name?: string | undefined;
  bot_owner_id?: number | undefined;
}

/** Changes a bot and notifies its owner and the administrators what is other than before. */
export function editBot(acting: Acting, bot: UserRow, edit: BotEdit): UserRow {
  const change: BotEditChange = {};
  if (edit.full_name !== undefined && edit.full_name !== bot.full_name)
    change.full_name = changeFullName(acting, bot, edit.full_name);
  if (edit.bot_owner_id !== undefined && edit.bot_owner_id !== bot.bot_owner_id)
    change.owner_id = changeOwner(acting, bot, edit.bot_owner_id);
  Object.assign(change, applySettings(acting, bot, edit));
  const changed = findUser(acting.db, bot.id) as UserRow;
  const channels = botChannels.filter((name) => edit[name] !== undefined);
  if (Object.keys(change).length + channels.length > 0) announceBotUpdated(acting, changed, change, channels);
  return changed;
}

function changeOwner(acting: Acting, bot: UserRow, ownerId: number): number {
  const owner = findUser(acting.db, ownerId);
  if (owner === undefined) throw invalidParameter('bot_owner_id', 'Failed to change owner, no such user');
  if (owner.is_active === 0) throw invalidParameter('bot_owner_id', 'Failed to change owner, user is deactivated');
  if (owner.is_bot === 1) throw invalidParameter('bot_owner_id', "Failed to change owner, bots can't own other bots");
  updateUserRow(acting.tx, bot.id, { bot_owner_id: ownerId });
  const moved = { ...bot, bot_owner_id: ownerId };
  const former = bot.bot_owner_id === null ? undefined : findUser(acting.db, bot.bot_owner_id);
  acting.announce(
    { type: 'realm_user', op: 'update', person: { user_id: bot.id, bot_owner_id: ownerId } },
    audienceOf(acting.db, moved),
  );
  if (former !== undefined && !managesBot(former, moved)) announceBotDeleted(acting, bot.id, toUser(former.id));
  // Who did not see this bot's configuration before gets all of it.
  announceBotAdded(acting, moved);
  return ownerId;
}

/** @returns what is other than before, in wire form, but for the channels. */
function applySettings(acting: Acting, bot: UserRow, settings: BotSettings): BotEditChange {
  const { tx } = acting;
  const change: BotEditChange = {};
  for (const column of botChannels) {
    const name = settings[column];
    if (name === undefined) continue;
    const channel = name === '' ? null : checking(column, () => accessChannelByName(acting, name, 'content'));
    if (channel?.is_archived === 1)
      throw invalidParameter(column, `Not authorized to send to channel '${channel.name}'`);
    updateUserRow(tx, bot.id, { [`${column}_id`]: channel?.id ?? null });
  }
  if (settings.default_all_public_streams !== undefined) {
    updateUserRow(tx, bot.id, { default_all_public_streams: settings.default_all_public_streams ? 1 : 0 });
    change.default_all_public_streams = settings.default_all_public_streams;
  }
  if (bot.bot_type === BotType.outgoingWebhook && storeService(acting, bot, settings))
    change.services = botServices(acting.db, bot);
  return change;
}

function storeService(acting: Acting, bot: UserRow, settings: BotSettings): boolean {
  const { payload_url, interface_type, triggers } = settings;
  const before = findBotService(acting.db, bot.id);
  if (before !== undefined && payload_url === undefined && interface_type === undefined && triggers === undefined)
    return false;
  const fresh: Pick<BotService, 'token' | 'interface' | 'triggers'> = {
    token: acting.services.random.token(32),
    interface: 1,
    triggers: ['direct_message', 'mention'],
  };
  if (payload_url !== undefined) checkPayloadUrl(payload_url);
  storeBotService(acting.tx, {
    ...(before ?? fresh),
    bot_id: bot.id,
    base_url: payload_url ?? before?.base_url ?? '',
    ...(interface_type !== undefined && { interface: interface_type }),
    ...(triggers !== undefined && { triggers }),
  });
  return true;
}

function checkPayloadUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    throw invalidParameter('payload_url', 'Invalid payload URL');
}

/**
 * Brings a deactivated bot back; one whose owner is gone becomes the caller's. Does nothing to an active one.
 * @throws ApiError BAD_REQUEST unless the caller may make such a bot, by such a name
 */
export function reactivateBot(acting: Acting, bot: UserRow): void {
  if (bot.is_active === 1) return;
  checkMayCreate(acting, bot.bot_type ?? BotType.generic);
  checkBotName(acting.db, bot.full_name, bot.id);
  reactivateUser(acting, bot);
  const owner = bot.bot_owner_id === null ? undefined : findUser(acting.db, bot.bot_owner_id);
  if (owner?.is_active !== 1) changeOwner(acting, { ...bot, is_active: 1 }, acting.user.id);
}
