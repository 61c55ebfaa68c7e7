/** Presence (contract: update-presence, get-presence). */
import type { Viewing } from '../domain/acting.ts';
import * as reports from '../domain/presence/report.ts';
import { accessUser, accessUserByEmail } from '../domain/users/visibility.shared.ts';
import { badRequest } from '../errors.ts';
import { readCredentials } from '../http/auth.ts';
import type { RequestInfo } from '../http/endpoint.ts';
import { bool, int, oneOf, text } from '../http/params.ts';
import { secretHash } from '../secrets.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Presence, status and typing';

/** @throws ApiError BAD_REQUEST: whether a bot is there says nothing. */
function refuseBots({ user }: Viewing): void {
  if (user.is_bot === 1) throw badRequest('This endpoint does not accept bot requests.');
}

/** One client of a user: a session, or a key in one program. */
function reporterOf({ headers }: Pick<RequestInfo, 'headers'>): string {
  const credentials = readCredentials(headers);
  return credentials.kind === 'session' ? credentials.token : `${secretHash(credentials)} ${headers['user-agent']}`;
}

export const reportPresence = endpoint({
  method: 'POST',
  path: '/users/me/presence',
  access: 'authenticated',
  summary: 'Report your presence, and get that of everyone.',
  personal: false,
  params: {
    status: oneOf(['idle', 'active']),
    last_update_id: int({ min: -1 }).optional().describe('-1 for everything, then the last presence_last_update_id.'),
    history_limit_days: int({ min: 0, max: 36_500 })
      .default(reports.defaultHistoryDays)
      .describe('Ignored when last_update_id is above 0.'),
    new_user_input: bool().default(false).describe('The user did something since the last report.'),
    ping_only: bool().default(false).describe('Report only.'),
    slim_presence: bool().default(false).describe('Modern format without last_update_id.'),
  },
  async run({ request, write, params }) {
    const passed = params.last_update_id;
    const query = { lastUpdateId: passed, historyLimitDays: params.history_limit_days, slim: params.slim_presence };
    const presence = await write((acting) => {
      refuseBots(acting);
      reports.reportPresence(acting, params.status, reporterOf(request));
      return params.ping_only ? { presence_last_update_id: passed ?? -1 } : reports.presenceData(acting, query);
    });
    return { ...presence, legacy_mirror_active: false };
  },
});

export const listPresence = endpoint({
  method: 'GET',
  path: '/realm/presence',
  access: 'authenticated',
  summary: 'Presence of everyone, in the legacy format.',
  personal: false,
  params: {},
  run: ({ read }) =>
    read((viewing) => {
      const { presences, server_timestamp: serverTimestamp } = reports.presenceData(viewing, {
        historyLimitDays: reports.defaultHistoryDays,
        slim: false,
      });
      return { server_timestamp: serverTimestamp, presences };
    }),
});

export const getUserPresence = endpoint({
  method: 'GET',
  path: '/users/{user_id_or_email}/presence',
  access: 'authenticated',
  summary: 'Presence of one user.',
  personal: false,
  params: { user_id_or_email: text({ min: 1, max: 300 }).describe('Id or API email.') },
  run: ({ read, params: { user_id_or_email: who } }) =>
    read((viewing) => {
      const user = /^\d{1,15}$/.test(who) ? accessUser(viewing, Number(who)) : accessUserByEmail(viewing, who);
      return { presence: reports.userPresence(viewing, user) };
    }),
});
