/** Browsers that get notifications by web push: an addition of Hearth, which other clients need not know. */
import { z } from 'zod';
import * as browsers from '../domain/web-push/subscriptions.ts';
import { readCredentials } from '../http/auth.ts';
import { bool, int, text } from '../http/params.ts';
import { secretHash } from '../secrets.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const subscriptionId = int().describe('As listed.');
const seconds = z.int().nullable().describe('UNIX seconds; null: never.');

export const listBrowsers = endpoint({
  method: 'GET',
  path: '/users/me/web_push',
  access: 'authenticated',
  summary: 'Lists your browsers that get notifications by web push.',
  params: {},
  answer: {
    subscriptions: z.array(
      z.object({
        subscription_id: z.int(),
        name: z.string(),
        shows_text: z.boolean(),
        created_at: z.int(),
        last_sent_at: seconds.describe('When its push service last took a notification, UNIX seconds; null: never.'),
        last_error: z.string().nullable().describe('Why its push service took none since then.'),
      }),
    ),
  },
  run: ({ read }) => read((viewing) => ({ subscriptions: browsers.subscriptionsWire(viewing) })),
});

export const getPushKey = endpoint({
  method: 'POST',
  path: '/users/me/web_push/key',
  access: 'authenticated',
  summary: "This server's public key, with which a browser subscribes; made with the first request.",
  params: {},
  answer: { application_server: z.string().describe('Base64url of the point on P-256.') },
  run: ({ write }) => write((acting) => ({ application_server: browsers.publicKey(acting) })),
});

export const addBrowser = endpoint({
  method: 'POST',
  path: '/users/me/web_push',
  access: 'authenticated',
  summary: 'Adds a browser, or replaces it.',
  params: {
    endpoint: text({ min: 1, max: 2000 }).secret().describe('Of the subscription of the browser.'),
    p256dh: text({ min: 1, max: 200 }).secret().describe('Public key of the browser, base64url.'),
    auth: text({ min: 1, max: 100 }).secret().describe('Secret of the browser, base64url.'),
    name: text({ min: 1, max: 60 }).describe('How you call the browser.'),
    shows_text: bool().default(true).describe('Whether notifications show what messages say, or only who wrote.'),
  },
  answer: { subscription_id: z.int() },
  run: ({ write, request, params: { shows_text: showsText, ...params } }) =>
    write((acting) => {
      const credentials = readCredentials(request.headers);
      const sessionHash = credentials.kind === 'session' ? secretHash(credentials) : null;
      return { subscription_id: browsers.addSubscription(acting, { ...params, showsText, sessionHash }) };
    }),
});

export const removeBrowser = endpoint({
  method: 'DELETE',
  path: '/users/me/web_push/{subscription_id}',
  access: 'authenticated',
  summary: 'Removes a browser: it gets no more notifications.',
  params: { subscription_id: subscriptionId },
  answer: {},
  run: ({ write, params }) =>
    write((acting) => {
      browsers.removeSubscription(acting, params.subscription_id);
      return {};
    }),
});

export const testBrowser = endpoint({
  method: 'POST',
  path: '/users/me/web_push/{subscription_id}/test',
  access: 'authenticated',
  summary: 'Sends a test notification to a browser.',
  params: { subscription_id: subscriptionId },
  answer: {},
  run: ({ write, params }) =>
    write((acting) => {
      browsers.sendTest(acting, params.subscription_id);
      return {};
    }),
});
