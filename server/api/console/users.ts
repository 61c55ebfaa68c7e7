/** Account endpoints beyond the chat API: details of an account or a bot, signing someone out, the link to a new password. */
import { z } from 'zod';
import {
  accountOverviewShape,
  botDetailsShape,
  lastActiveShape,
  resetLinkShape,
} from '../../contract/shapes/accounts.ts';
import type { BotDetails } from '../../contract/shapes/accounts.ts';
import { checkManages } from '../../domain/accounts/lifecycle.ts';
import { accountOverview, lastActiveOfAll } from '../../domain/accounts/overview.ts';
import { makeResetLink } from '../../domain/accounts/password-changes.ts';
import { closeSessionsOf } from '../../domain/accounts/sessions.ts';
import { endPrograms } from '../../domain/accounts/sign-out.ts';
import { audit } from '../../domain/audit/record.ts';
import { accountKind } from '../../domain/audit/subjects.ts';
import { accessBot } from '../../domain/bots/access.ts';
import { findBotService } from '../../domain/bots/rows.ts';
import { accessUser } from '../../domain/users/visibility.shared.ts';
import { bool, int } from '../../http/params.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

const userId = int().describe('Id of a user.');

export const getAccount = endpoint({
  method: 'GET',
  path: '/console/users/{user_id}',
  access: 'administrator',
  summary: 'Where an account is signed in, what it takes part in, and what hangs on it.',
  personal: false,
  answer: { account: accountOverviewShape },
  params: { user_id: userId },
  run: ({ read, params }) =>
    read((viewing) => ({ account: accountOverview(viewing, accessUser(viewing, params.user_id)) })),
});

export const getLastActive = endpoint({
  method: 'GET',
  path: '/console/last_active',
  access: 'administrator',
  summary: 'When people were there last, and who has never signed in.',
  personal: false,
  answer: { users: z.array(lastActiveShape) },
  params: {},
  run: ({ read }) => read(({ db }) => ({ users: lastActiveOfAll(db) })),
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/console/users/{user_id}/password_link',
  access: 'administrator',
  summary: 'A link, shown once and mailed, with which someone chooses a new password.',
  personal: false,
  answer: resetLinkShape,
  params: { user_id: userId },
  run: ({ write, params }) => write((acting) => ({ ...makeResetLink(acting, accessUser(acting, params.user_id)) })),
});

export const signOutUser = endpoint({
  method: 'POST',
  path: '/console/users/{user_id}/sign_out',
  access: 'administrator',
  summary: 'End every session of an account, and on demand its API key and event queues.',
  personal: false,
  answer: {},
  params: {
    user_id: userId,
    programs: bool().default(false).describe('Chat programs too: the API key is replaced, and the event queues end.'),
  },
  run: ({ write, params }) =>
    write((acting) => {
      const user = accessUser(acting, params.user_id);
      checkManages(acting, user);
      closeSessionsOf(acting, user.id);
      audit(acting, { kind: accountKind(user), action: 'signed_out', subject_id: user.id, subject: user.full_name });
      if (params.programs) endPrograms(acting, user);
      return {};
    }),
});

export const getBotDetails = endpoint({
  method: 'GET',
  path: '/console/bots/{bot_id}',
  access: 'authenticated',
  summary: 'What the API itself does not tell of a bot of yours; for administrators, of any.',
  personal: false,
  answer: { bot: botDetailsShape },
  params: { bot_id: int().describe('Id of a bot.') },
  run: ({ read, params }) =>
    read((viewing) => {
      const bot = accessBot(viewing, params.bot_id);
      return { bot: { triggers: findBotService(viewing.db, bot.id)?.triggers ?? [] } satisfies BotDetails };
    }),
});
