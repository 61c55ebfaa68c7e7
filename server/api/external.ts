/** Incoming webhook endpoint for services: an address for each, with the key of an incoming-webhook bot in it. */
import { z } from 'zod';
import { checkIsWebhookBot, takeCall } from '../domain/webhooks/incoming.ts';
import { noteRefusedCall } from '../domain/webhooks/refused-calls.ts';
import { ApiError, noSuchEndpoint } from '../errors.ts';
import { text } from '../http/params.ts';
import { integrations } from '../integrations/all.ts';
import { eventOf } from '../integrations/integration.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Bots';

export const takeExternalCall = endpoint({
  method: 'POST',
  path: '/external/{integration}',
  access: 'sender',
  summary: 'Post what a service says, as an incoming-webhook bot. The body is as the service sends it.',
  takesPayload: true,
  answer: {
    ok: z.literal(true).optional().describe('What clients of Slack look for; in answers of slack_incoming.'),
    ignored: z.string().optional().describe('Why the call became no message.'),
  },
  // Without limits of length: whatever an address says, its refusal is one that the owner of the bot is notified of.
  params: {
    integration: text({ min: 1 }).describe('The service: github, gitlab, grafana, ….').envelope(),
    api_key: text().optional().describe('Key of the bot, where no header can be sent.').secret(),
    stream: text()
      .alias('channel')
      .optional()
      .describe("Name or id of a channel; without one messages go to the bot's owner.")
      .envelope(),
    topic: text().optional().describe('In place of the one that the call is about.'),
  },
  async run({ write, request: { path, pathProblem, payload, headers }, params }) {
    if (payload === undefined) throw new Error(`${path} takes a payload`);
    const integration = integrations.find(({ name }) => name === params.integration);
    const isSlack = integration?.answer === 'slack';
    const place = { channel: params.stream, topic: params.topic };
    let isWebhookBot = false;
    try {
      const isPosted = await write((acting) => {
        checkIsWebhookBot(acting);
        isWebhookBot = true;
        if (integration === undefined) throw pathProblem ?? noSuchEndpoint(path);
        return takeCall(acting, integration, { payload, headers }, place);
      });
      const event = eventOf(headers, payload.value);
      const ignored = isPosted ? {} : { ignored: `No message is posted for ${event === '' ? 'such a call' : event}.` };
      return { ...(isSlack && { ok: true as const }), ...ignored };
    } catch (error) {
      // Failures of the server, and too many calls, are not the service's.
      if (!isWebhookBot || !(error instanceof ApiError) || error.status >= 500 || error.status === 429) throw error;
      const { message: reason } = error;
      await write((acting) => noteRefusedCall(acting, { service: params.integration, reason, text: payload.text }));
      throw isSlack ? error.with({ ok: false, error: reason }) : error;
    }
  },
});

export const listIntegrations = endpoint({
  method: 'GET',
  path: '/console/integrations',
  access: 'authenticated',
  summary: 'Services that can post on their own, and where their address is entered there.',
  personal: false,
  answer: { integrations: z.array(z.strictObject({ name: z.string(), display_name: z.string(), hint: z.string() })) },
  params: {},
  run: async () => ({
    integrations: integrations.map(({ name, displayName, hint }) => ({ name, display_name: displayName, hint })),
  }),
});
