/** Calls of services that an incoming-webhook bot refused, for the bot's page in the console. */
import { z } from 'zod';
import { listRefusedCalls } from '../../domain/webhooks/refused-calls.ts';
import { int } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

export const getRefusedCalls = endpoint({
  method: 'GET',
  path: '/console/bots/{bot_id}/refused_calls',
  access: 'authenticated',
  summary: 'The newest calls that a bot of yours refused, and why; for administrators, of any bot.',
  answer: {
    calls: z.array(
      z.strictObject({
        id: z.number(),
        at: z.number().describe('UNIX seconds.'),
        service: z.string().describe('As in the address: github, json, ….'),
        reason: z.string(),
        payload: z.string().describe('The beginning of the body, without secrets.'),
      }),
    ),
  },
  params: { bot_id: int().describe('Id of a bot.') },
  run: ({ read, params }) => read((viewing) => ({ calls: listRefusedCalls(viewing, params.bot_id) })),
});
