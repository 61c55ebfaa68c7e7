/** The page on which someone chooses a new password: no credentials; the key of the link is what counts. */
import { z } from 'zod';
import { accessResetByKey, choosePassword, mailForgottenPassword } from '../../domain/accounts/password-changes.ts';
import { checkPasswordRules } from '../../domain/accounts/passwords.shared.ts';
import { sendsMail } from '../../domain/organization/delivery-settings.shared.ts';
import { organizationSetting } from '../../domain/organization/rows.ts';
import { bool, text } from '../../http/params.ts';
import { hashPassword } from '../../secrets.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: people';

const resetKey = text({ min: 1, max: 100 });

export const getPasswordLink = endpoint({
  method: 'GET',
  path: '/console/new_password/{reset_key}',
  access: 'anonymous',
  summary: 'Whose password a link is for.',
  personal: false,
  answer: { organization_name: z.string(), full_name: z.string(), email: z.string() },
  params: { reset_key: resetKey.secret() },
  run: ({ read, params }) =>
    read((viewing) => {
      const { full_name, delivery_email } = accessResetByKey(viewing, params.reset_key);
      return { organization_name: organizationSetting(viewing.db, 'name'), full_name, email: delivery_email };
    }),
});

export const choosePasswordByLink = endpoint({
  method: 'POST',
  path: '/console/new_password/{reset_key}',
  access: 'anonymous',
  summary: 'Choose a new password by a link; every session of the account ends.',
  personal: false,
  answer: { user_id: z.number(), email: z.string(), keeps_api_key: z.boolean() },
  params: {
    reset_key: resetKey.secret(),
    password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
    end_api_key: bool()
      .default(false)
      .describe('The API key stops working, too. Otherwise apps that use it stay signed in.'),
  },
  async run({ services, read, write, params }) {
    // Before the password is hashed, which is costly on purpose.
    await read((viewing) => accessResetByKey(viewing, params.reset_key));
    checkPasswordRules(params.password);
    const hash = await hashPassword(params.password, services.options.passwordCost);
    const user = await write((acting) =>
      choosePassword(acting, params.reset_key, { hash, endsApiKey: params.end_api_key }),
    );
    return { user_id: user.id, email: user.delivery_email, keeps_api_key: !params.end_api_key };
  },
});

export const askForPasswordLink = endpoint({
  method: 'POST',
  path: '/console/forgotten_password',
  access: 'anonymous',
  summary: 'Have a link to a new password mailed to an address, where it has an account.',
  answer: { sends_mail: z.boolean().describe('Whether mail goes out at all.') },
  params: { email: text({ min: 3, max: 300 }) },
  async run({ services, request, read, write, params: { email } }) {
    // Counted beside the sign-ins of the same address, and never as one of them.
    await services.signIns.attemptLink(request.ip, email);
    // Where no mail goes out, an administrator gives someone a link.
    if (!(await read(({ db }) => sendsMail(db)))) return { sends_mail: false };
    // The answer does not wait: how long it takes would tell whether the address has an account.
    void write((acting) => mailForgottenPassword(acting, email)).catch((error: unknown) =>
      services.log.error({ err: error }, 'a link to a new password was not made'),
    );
    return { sends_mail: true };
  },
});
