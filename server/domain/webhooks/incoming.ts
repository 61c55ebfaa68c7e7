/** Incoming webhook posts of services: as an incoming-webhook bot, where the address says. */
import { z } from 'zod';
import { type ApiError, badRequest } from '../../errors.ts';
import { integrations } from '../../integrations/all.ts';
import type { Integration } from '../../integrations/integration.ts';
import { wellFormed } from '../../markdown/urls.ts';
import { isSeen, nameOf, withoutUnreadable } from '../../names.ts';
import type { Acting, Viewing } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';
import { sendMessage } from '../messages/send.ts';
import { accessTargetChannel } from '../messages/targets.ts';
import { BotType } from '../users/rows.ts';
import { endNotice } from './rows.ts';
import { shortened, splitMessage } from './split.ts';

/** The body of a call, as it was read. */
export interface Payload {
  value: unknown;
  /** Why it cannot be read; undefined where it can. */
  problem?: ApiError | undefined;
}

/** Where an address says that messages go. */
export interface WebhookTarget {
  /** Name or id of a channel; undefined: to the bot's owner. */
  channel: string | undefined;
  /** undefined: the one that the service's call is about. */
  topic: string | undefined;
}

/** @throws ApiError BAD_REQUEST unless the caller is an incoming-webhook bot */
export function checkIsWebhookBot({ user }: Pick<Viewing, 'user'>): void {
  if (user.bot_type !== BotType.incomingWebhook) throw badRequest('Only incoming webhook bots are called here.');
}

/**
 * Posts what a service's call says, a long text in several messages.
 * @returns whether there was something to post
 * @throws ApiError BAD_REQUEST for what the service does not send; and as a message of the bot.
 */
export function takeCall(
  acting: Acting,
  integration: Integration,
  call: { payload: Payload; headers: Parameters<Integration['format']>[1] },
  { channel, topic }: WebhookTarget,
): boolean {
  const { user, services } = acting;
  const post = read(integration, call);
  endNotice(acting.tx, user.id);
  if (post === null) return false;
  const { maxMessageLength, maxTopicLength } = services.options.limits;
  const asService: Acting = { ...acting, client: integration.displayName };
  const contents = splitMessage(wellFormed(post.content), maxMessageLength);
  if (channel === undefined) {
    const owner = user.bot_owner_id;
    if (owner === null) throw badRequest('The bot has no owner: name a channel in the address.');
    for (const content of contents) sendMessage(asService, { toUserIds: [owner], content });
    return true;
  }
  const target = accessTargetChannel(asService, /^\d{1,15}$/.test(channel) ? Number(channel) : channel);
  const postedTopic = topic ?? shortened(topicText(post.topic) || integration.displayName, maxTopicLength);
  for (const content of contents) sendMessage(asService, { channel: target, topic: postedTopic, content });
  return true;
}

function read(
  integration: Integration,
  { payload, headers }: { payload: Payload; headers: Parameters<Integration['format']>[1] },
) {
  if (payload.problem !== undefined) throw payload.problem;
  try {
    return integration.format(payload.value, headers);
  } catch (error) {
    // Reading JSON takes any depth, writing it does not.
    if (error instanceof RangeError) throw badRequest('The payload is nested too deeply.');
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
    throw badRequest(`This is not what ${integration.displayName} sends${where}.`);
  }
}

/** One line without what is unreadable in a name: services take names from elsewhere, and a call is not lost for one. */
function topicText(text: string): string {
  const line = withoutUnreadable(wellFormed(text).replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' '));
  return isSeen(line) ? nameOf(line) : '';
}

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const webhooksState: StateParts = {
  realm_incoming_webhook_bots: () => ({
    realm_incoming_webhook_bots: integrations.map(({ name, displayName }) => ({
      name,
      display_name: displayName,
      all_event_types: null,
      config_options: [],
      url_options: [],
    })),
  }),
};
