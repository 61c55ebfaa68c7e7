/** The join page's own calls: look at an invitation, and accept it. No credentials; the key of the link is what counts. */
import { z } from 'zod';
import { offeredShape } from '../../contract/shapes/organization.ts';
import { invitationForJoinPage, accessInvitationByKey, join } from '../../domain/accounts/join.ts';
import { checkPasswordRules } from '../../domain/accounts/passwords.shared.ts';
import { text } from '../../http/params.ts';
import { hashPassword } from '../../secrets.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

const key = text({ min: 1, max: 100 }).secret();
const account = {
  full_name: text({ min: 1, max: 200 }),
  password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
  email: text({ max: 300 }).optional().describe('Where the invitation does not name the address.'),
  timezone: text({ max: 100 }).default(''),
};

export const getJoinInvitation = endpoint({
  method: 'GET',
  path: '/console/join/{key}',
  access: 'anonymous',
  summary: 'What an invitation offers.',
  personal: false,
  answer: offeredShape,
  params: { key },
  run: ({ read, params }) => read((viewing) => invitationForJoinPage(viewing, params.key)),
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/console/join/{key}',
  access: 'anonymous',
  summary: 'Accept an invitation: makes the account.',
  personal: false,
  answer: { user_id: z.number(), email: z.string() },
  params: { key, ...account },
  async run({ services, read, write, params }) {
    // Before the password is hashed, which is costly on purpose.
    await read((viewing) => accessInvitationByKey(viewing, params.key));
    checkPasswordRules(params.password);
    const passwordHash = await hashPassword(params.password, services.options.passwordCost);
    const user = await write((acting) =>
      join(acting, params.key, {
        fullName: params.full_name,
        passwordHash,
        email: params.email,
        timezone: params.timezone,
      }),
    );
    return { user_id: user.id, email: user.delivery_email };
  },
});

export const joinWithoutInvitation = endpoint({
  method: 'POST',
  path: '/console/join',
  access: 'anonymous',
  summary: 'Join an organization that lets anybody in.',
  personal: false,
  answer: { user_id: z.number(), email: z.string() },
  params: account,
  async run({ services, request, write, params }) {
    await services.signIns.attempt(request.ip, params.email ?? '');
    checkPasswordRules(params.password);
    const passwordHash = await hashPassword(params.password, services.options.passwordCost);
    const user = await write((acting) =>
      join(acting, null, { fullName: params.full_name, passwordHash, email: params.email, timezone: params.timezone }),
    );
    return { user_id: user.id, email: user.delivery_email };
  },
});
