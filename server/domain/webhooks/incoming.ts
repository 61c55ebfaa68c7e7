/** What services post by themselves: as an incoming-webhook bot, where the address says. */
import { z } from 'zod';
import { badRequest } from '../../errors.ts';
import type { Integration } from '../../integrations/integration.ts';
import type { Acting } from '../acting.ts';
import { sendMessage } from '../messages/send.ts';
import { accessTargetChannel } from '../messages/targets.ts';
import { BotType } from '../users/rows.ts';

/** Where an address says that messages go. */
export interface Place {
  /** Name or id of a channel; undefined: to the bot's owner. */
  channel: string | undefined;
  /** undefined: the one that the service's call is about. */
  topic: string | undefined;
}

/**
 * Posts what a service's call says, if that is anything to tell people of.
 * @throws ApiError BAD_REQUEST for callers of another kind, and for what the service does not send; and as a message of the bot.
 */
export function takeCall(
  acting: Acting,
  integration: Integration,
  call: { payload: unknown; headers: Parameters<Integration['format']>[1] },
  { channel, topic }: Place,
): void {
  const { user, services } = acting;
  if (user.bot_type !== BotType.incomingWebhook) throw badRequest('Only incoming webhook bots are called here.');
  const post = read(integration, call);
  if (post === null) return;
  const { maxMessageLength, maxTopicLength } = services.options.limits;
  const asService: Acting = { ...acting, client: integration.displayName };
  const content = shortened(post.content, maxMessageLength);
  if (channel === undefined) {
    const owner = user.bot_owner_id;
    if (owner === null) throw badRequest('The bot has no owner: name a channel in the address.');
    sendMessage(asService, { toUserIds: [owner], content });
    return;
  }
  const target = accessTargetChannel(asService, /^\d{1,15}$/.test(channel) ? Number(channel) : channel);
  sendMessage(asService, {
    channel: target,
    topic: topic ?? shortened(post.topic, maxTopicLength),
    content,
  });
}

function read(
  integration: Integration,
  { payload, headers }: { payload: unknown; headers: Parameters<Integration['format']>[1] },
) {
  try {
    return integration.format(payload, headers);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : ` (${issue.path.join('.')})`;
    throw badRequest(`This is not what ${integration.displayName} sends${where}.`);
  }
}

/** In Unicode code points; what is cut off ends in an ellipsis. */
function shortened(text: string, most: number): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}
