/** The webhook inspector of a demo: a bot that calls it, what it was sent, and what it answers. */
import { z } from 'zod';
import { webhookInspectorShape } from '../../contract/shapes/training.ts';
import type { WebhookInspectorWire } from '../../contract/shapes/training.ts';
import { bodyTooLarge } from '../../errors.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { int, text } from '../../http/params.ts';
import { accessDemo } from '../../operations/training.ts';
import * as inspector from '../../operations/webhook-inspector.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

const maxBodyBytes = 512 * 1024;

export const getWebhookInspector = endpoint({
  method: 'GET',
  path: '/console/training/webhook_inspector',
  access: 'administrator',
  summary: 'What the webhook inspector of a demo was sent, and what it answers.',
  personal: false,
  answer: webhookInspectorShape,
  params: {},
  run: ({ read }) =>
    read((viewing) => {
      const { webhookInspector } = accessDemo(viewing.services);
      return {
        url: inspector.inspectorUrl(viewing),
        ...webhookInspector.answers,
        caught: webhookInspector.list(),
        bots: inspector.inspectorBots(viewing).map(({ id, full_name }) => ({ user_id: id, full_name })),
      } satisfies WebhookInspectorWire;
    }),
});

export const createInspectorBot = endpoint({
  method: 'POST',
  path: '/console/training/webhook_inspector',
  access: 'administrator',
  summary: 'Make a bot whose outgoing webhook calls the inspector; webhooks to this machine are allowed from then on.',
  personal: false,
  answer: { user_id: z.number(), full_name: z.string() },
  params: {},
  run: ({ write }) =>
    write((acting) => {
      accessDemo(acting.services);
      const bot = inspector.createInspectorBot(acting);
      return { user_id: bot.id, full_name: bot.full_name };
    }),
});

export const changeWebhookInspector = endpoint({
  method: 'PATCH',
  path: '/console/training/webhook_inspector',
  access: 'administrator',
  summary: 'Choose what the inspector answers.',
  personal: false,
  answer: {},
  params: {
    status: int({ min: 200, max: 599 }).default(inspector.usualAnswer.status),
    answer: text({ max: 10_000 }).default(inspector.usualAnswer.answer).describe('The body, as it is sent.'),
  },
  run: ({ read, params: answers }) =>
    read(({ services }) => {
      accessDemo(services).webhookInspector.answers = answers;
      return {};
    }),
});

export const clearCaught = endpoint({
  method: 'DELETE',
  path: '/console/training/webhook_inspector',
  access: 'administrator',
  summary: 'Forget what the inspector was sent.',
  personal: false,
  answer: {},
  params: {},
  run: ({ read }) =>
    read(({ services }) => {
      accessDemo(services).webhookInspector.clear();
      return {};
    }),
});

export const resendCaught = endpoint({
  method: 'POST',
  path: '/console/training/webhook_inspector/{caught_id}/resend',
  access: 'administrator',
  summary: 'Send a caught call once more.',
  personal: false,
  answer: {},
  params: { caught_id: int({ min: 1 }) },
  run: ({ write, params: { caught_id: id } }) =>
    write((acting) => {
      inspector.resendCaught(acting, accessDemo(acting.services).webhookInspector.access(id));
      return {};
    }),
});

/** Called by the server's own webhooks, as any server of someone else would be. */
export const catchWebhook = endpoint({
  method: 'POST',
  path: inspector.inspectorPath,
  access: 'anonymous',
  summary:
    'The webhook inspector of a demo itself: takes the call of an outgoing webhook, and answers what was chosen.',
  personal: false,
  answer: 'file',
  params: {},
  takesStream: true,
  async run({ services, request }) {
    const { webhookInspector } = accessDemo(services);
    const { status, answer } = webhookInspector.take(await textOf(request.body));
    return new RawAnswer({ status, headers: { 'Content-Type': 'application/json' }, body: answer });
  },
});

async function textOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = []): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
