/** Personal settings, and the defaults that new users start with (contract: PATCH /settings, PATCH /realm/user_settings_defaults). */
import { confirmationPath, confirmEmailChange, startEmailChange } from '../domain/accounts/email-changes.ts';
import { changePassword } from '../domain/accounts/password-changes.ts';
import { checkPasswordRules } from '../domain/accounts/passwords.shared.ts';
import { changeOwnName } from '../domain/accounts/profile.ts';
import { checkOwnPassword } from '../domain/directory/settings.shared.ts';
import { applySettingDefaults, applyTimezone, applyUserSettings } from '../domain/users/edit-settings.ts';
import {
  defaultableSettings,
  settingNames,
  timezoneSchema,
  userSettingRules,
  type SettingName,
  type SettingValues,
} from '../domain/users/settings.shared.ts';
import { checking, invalidParameter, missingVariable } from '../errors.ts';
import { RawAnswer } from '../http/endpoint.ts';
import { bool, json, text, type Param } from '../http/params.ts';
import { hashPassword, verifyNothing, verifyPassword } from '../secrets.ts';
import { endpoint, type Call } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

type SettingParams = { [K in SettingName]: Param<SettingValues[K] | undefined> };

/** One parameter a setting. Clients send words plainly or as JSON strings; both are read. */
function settingParams(names: readonly SettingName[]): SettingParams {
  const params = names.map((name) => [
    name,
    json<unknown>(userSettingRules[name].schema, { lenient: true }).optional(),
  ]);
  return Object.fromEntries(params) as SettingParams;
}

/** Answers the sent password of an account change, limited like a sign-in. @throws ApiError BAD_REQUEST, RATE_LIMIT_HIT */
async function newPasswordHash(call: Call, oldPassword: string | undefined, newPassword: string): Promise<string> {
  const { services, request } = call;
  if (oldPassword === undefined) throw missingVariable('old_password');
  const user = await call.read((viewing) => viewing.user);
  await call.read(checkOwnPassword);
  await services.signIns.attempt(request.ip, user.delivery_email);
  const { passwordCost } = services.options;
  const right =
    user.password_hash === null
      ? await verifyNothing(oldPassword, passwordCost)
      : await verifyPassword(oldPassword, user.password_hash);
  if (!right) throw invalidParameter('old_password', 'Wrong password!');
  await services.signIns.succeeded(request.ip, user.delivery_email);
  checking('new_password', () => checkPasswordRules(newPassword));
  return hashPassword(newPassword, passwordCost);
}

export const editSettings = endpoint({
  method: 'PATCH',
  path: '/settings',
  aliases: ['/settings/display', '/settings/notifications'],
  access: 'authenticated',
  summary: 'Change your settings, name, address or password.',
  params: {
    full_name: text({ min: 1, max: 200 }).optional(),
    email: text({ min: 1, max: 300 }).optional().describe('Counts once the link mailed to it is followed.'),
    old_password: text({ max: 1000, keepSpace: true }).optional().describe('Needed with new_password.').secret(),
    new_password: text({ min: 1, max: 1000, keepSpace: true }).optional().secret(),
    end_api_key: bool()
      .default(false)
      .describe('With new_password: the API key stops working, too. Otherwise apps that use it stay signed in.'),
    timezone: json(timezoneSchema, { lenient: true }).optional().describe('IANA name.'),
    ...settingParams(settingNames),
  },
  async run(call) {
    const { full_name: fullName, email, timezone, ...rest } = call.params;
    const { old_password: old, new_password: fresh, end_api_key: endsApiKey, ...settings } = rest;
    if (endsApiKey && fresh === undefined) throw missingVariable('new_password');
    const hash = fresh === undefined ? undefined : await newPasswordHash(call, old, fresh);
    return call.write((acting) => {
      if (fullName !== undefined) changeOwnName(acting, fullName);
      // Before the address, as it ends links of before: not the one that is mailed now.
      if (hash !== undefined) changePassword(acting, acting.user, { hash, endsApiKey });
      if (email !== undefined) startEmailChange(acting, email);
      if (timezone !== undefined) applyTimezone(acting, acting.user, timezone);
      applyUserSettings(acting, acting.user, settings);
      return {};
    });
  },
});

export const editSettingDefaults = endpoint({
  method: 'PATCH',
  path: '/realm/user_settings_defaults',
  access: 'administrator',
  summary: 'Change what new users start with.',
  personal: false,
  params: settingParams(defaultableSettings),
  run: ({ write, params: settings }) =>
    write((acting) => {
      applySettingDefaults(acting, settings);
      return {};
    }),
});

/** The link of the mail: a page for a person, so plain text and not JSON. */
export const confirmEmail = endpoint({
  method: 'GET',
  path: `${confirmationPath}{key}`,
  prefix: '',
  access: 'anonymous',
  summary: 'Confirm a new address by the link that was mailed to it.',
  personal: false,
  answer: 'file',
  params: { key: text({ min: 1, max: 100 }).secret() },
  async run(call) {
    const { key } = call.params;
    const user = await call.write((acting) => confirmEmailChange(acting, key));
    return new RawAnswer({
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: `Thank you: ${user.delivery_email} is your address now. You can close this page.\n`,
    });
  },
});
