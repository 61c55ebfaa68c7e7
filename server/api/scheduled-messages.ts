/** Messages to be sent later (contract: update-scheduled-message). */
import { z } from 'zod';
import { isDirect, targetSchema, targetTypes } from '../domain/messages/targets.ts';
import * as scheduled from '../domain/scheduled/messages.ts';
import { bool, int, json, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Drafts and reminders';

const messageType = oneOf(targetTypes);
const storedType = (type: (typeof targetTypes)[number]) => (isDirect(type) ? 'private' : 'stream');
const to = json(z.union([z.int(), z.array(z.int()).min(1).max(1000)]))
  .describe('A channel id, or user ids.')
  .envelope();
const content = text({ keepSpace: true });
const topic = text();
const deliverAt = int({ min: 0, max: 253_402_300_799 }).describe('UNIX seconds, in the future.');

export const getScheduledMessages = endpoint({
  method: 'GET',
  path: '/scheduled_messages',
  access: 'authenticated',
  summary: 'Lists your scheduled messages, the next to be sent first.',
  params: {},
  run: ({ read }) => read((viewing) => ({ scheduled_messages: scheduled.scheduledMessages(viewing) })),
});

export const createScheduledMessage = endpoint({
  method: 'POST',
  path: '/scheduled_messages',
  access: 'authenticated',
  summary: 'Schedules a message.',
  params: {
    type: messageType.envelope(),
    to: json(targetSchema, { lenient: true }).describe('A channel id or name, or user ids or addresses.').envelope(),
    content,
    topic: topic.optional().describe('Required for channel messages.'),
    scheduled_delivery_timestamp: deliverAt.envelope(),
    read_by_sender: bool().optional().describe('Whether you have read the message once it is sent.').envelope(),
  },
  run: ({ write, params }) =>
    write((acting) => ({
      scheduled_message_id: scheduled.scheduleMessage(acting, {
        type: storedType(params.type),
        to: params.to,
        topic: params.topic,
        content: params.content,
        deliverAt: params.scheduled_delivery_timestamp,
        readBySender: params.read_by_sender,
      }),
    })),
});

export const editScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  access: 'authenticated',
  summary: 'Changes a scheduled message.',
  params: {
    scheduled_message_id: int().envelope(),
    type: messageType.optional().envelope(),
    to: to.optional().describe('Required with type.').envelope(),
    content: content.optional(),
    topic: topic.optional().describe('Required when type becomes a channel.'),
    scheduled_delivery_timestamp: deliverAt.optional().describe('Required when the message has failed.').envelope(),
  },
  run: ({ write, params }) =>
    write((acting) => {
      scheduled.editScheduledMessage(acting, params.scheduled_message_id, {
        type: params.type === undefined ? undefined : storedType(params.type),
        to: params.to,
        topic: params.topic,
        content: params.content,
        deliverAt: params.scheduled_delivery_timestamp,
      });
      return {};
    }),
});

export const deleteScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/scheduled_messages/{scheduled_message_id}',
  access: 'authenticated',
  summary: 'Deletes a scheduled message.',
  params: { scheduled_message_id: int().envelope() },
  run: ({ write, params }) =>
    write((acting) => {
      scheduled.deleteScheduledMessage(acting, params.scheduled_message_id);
      return {};
    }),
});
