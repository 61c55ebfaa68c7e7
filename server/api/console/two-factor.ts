/** Two-factor sign-in of one's own account: in the settings, and during a sign-in where the organization requires it. */
import {
  offeredSecretShape,
  ownTwoFactorShape,
  recoveryCodesShape,
  setUpSessionShape,
} from '../../contract/shapes/two-factor.ts';
import { noteSignIn } from '../../domain/accounts/sign-in-notice.ts';
import type { ChatServices } from '../../domain/acting.ts';
import { causeOf, setCause } from '../../domain/audit/cause.ts';
import { checkAwake } from '../../domain/organization/rows.ts';
import { setupEnded, twoFactorRequired } from '../../domain/two-factor/errors.ts';
import type { TwoFactorSetup } from '../../domain/two-factor/memory.ts';
import {
  checkMayTurnOff,
  offerSecret,
  ownTwoFactor,
  renewRecoveryCodes,
  turnOffTwoFactor,
  turnOnTwoFactor,
} from '../../domain/two-factor/own.ts';
import { mustHaveTwoFactor } from '../../domain/two-factor/policies.shared.ts';
import { findTwoFactor } from '../../domain/two-factor/rows.ts';
import { findUser } from '../../domain/users/rows.ts';
import { badRequest } from '../../errors.ts';
import { text } from '../../http/params.ts';
import { isOwner } from '../../permissions/roles.ts';
import { checkPasswordOnly, useSecondFactor } from '../check-sign-in.ts';
import type { Subject } from '../subjects.ts';
import { endpoint, type ConsoleCall } from './endpoint.ts';
import { checkPasswordAgain } from './restores.ts';
import { checkOwnPage, signedIn, storedSession } from './sessions.ts';

export const subject: Subject = 'Console: people';

const password = text({ min: 1, max: 1000, keepSpace: true }).describe('Of the account.').secret();
const setupToken = text({ min: 1, max: 5000 }).secret();
const firstCode = text({ min: 1, max: 100 }).describe('First code of the authenticator app.').secret();
const code = text({ min: 1, max: 100 }).describe('Of the authenticator app, or a recovery code.').secret();

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/console/two_factor',
  access: 'authenticated',
  summary: 'Whether you sign in with a second factor, and how many recovery codes you have left.',
  personal: false,
  answer: ownTwoFactorShape,
  params: {},
  run: ({ read }) => read((viewing) => ({ ...ownTwoFactor(viewing) })),
});

export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/console/two_factor/setup',
  access: 'authenticated',
  summary: 'Start to set up two-factor sign-in: a secret for your authenticator app. Changes nothing yet.',
  personal: false,
  answer: offeredSecretShape,
  params: { password },
  async run(call) {
    // First, as nothing follows from the password where it is on, or there is none.
    await call.read((viewing) => offerSecret(viewing, viewing.user));
    await checkPasswordAgain(call, call.params.password);
    return call.read((viewing) => ({ ...offerSecret(viewing, viewing.user) }));
  },
});

export const turnOn = endpoint({
  method: 'POST',
  path: '/console/two_factor',
  access: 'authenticated',
  summary: 'Turn on two-factor sign-in with the first code of your app. Answers your recovery codes, once.',
  personal: false,
  answer: recoveryCodesShape,
  params: { setup_token: setupToken, two_factor_code: firstCode },
  async run({ services, write, params }) {
    const setup = setupOf(services, params.setup_token);
    return write((acting) => ({
      recovery_codes: turnOnTwoFactor(acting, acting.user, setup, params.two_factor_code),
    }));
  },
});

export const renewCodes = endpoint({
  method: 'POST',
  path: '/console/two_factor/recovery_codes',
  access: 'authenticated',
  summary: 'Make new recovery codes; the old ones stop working. Answers them once.',
  personal: false,
  answer: recoveryCodesShape,
  params: { password, two_factor_code: code },
  async run(call) {
    await call.read(({ db, user }) => {
      if (findTwoFactor(db, user.id) === undefined) throw badRequest('Two-factor sign-in is off.');
    });
    await checkBothFactors(call, call.params.password, call.params.two_factor_code);
    return call.write((acting) => ({ recovery_codes: renewRecoveryCodes(acting, acting.user) }));
  },
});

export const turnOff = endpoint({
  method: 'DELETE',
  path: '/console/two_factor',
  access: 'authenticated',
  summary: 'Turn off two-factor sign-in.',
  personal: false,
  answer: {},
  params: { password, two_factor_code: code },
  async run(call) {
    await call.read((viewing) => checkMayTurnOff(viewing, viewing.user));
    await checkBothFactors(call, call.params.password, call.params.two_factor_code);
    return call.write((acting) => {
      turnOffTwoFactor(acting, acting.user);
      return {};
    });
  },
});

/** @throws ApiError BAD_REQUEST for the password, TWO_FACTOR_FAILED for the code, RATE_LIMIT_HIT */
async function checkBothFactors(call: ConsoleCall, sentPassword: string, typed: string): Promise<void> {
  await checkPasswordAgain(call, sentPassword);
  const user = await call.read((viewing) => viewing.user);
  await useSecondFactor(call, user, typed, 400);
}

function setupOf({ twoFactor }: Pick<ChatServices, 'twoFactor'>, token: string): TwoFactorSetup {
  const setup = twoFactor.setupOf(token);
  if (setup === undefined) throw setupEnded();
  return setup;
}

export const beginSignInSetup = endpoint({
  method: 'POST',
  path: '/console/sign_in/two_factor_setup',
  access: 'anonymous',
  summary: 'Start the set-up that a sign-in requires (TWO_FACTOR_SETUP_REQUIRED). Changes nothing yet.',
  personal: false,
  answer: offeredSecretShape,
  params: { username: text({ min: 1, max: 300 }), password },
  async run(call) {
    checkOwnPage(call.request);
    const user = await checkPasswordOnly(call, call.params.username, call.params.password);
    return call.read((viewing) => {
      // With a second factor the password alone gives nothing.
      if (findTwoFactor(viewing.db, user.id) !== undefined) throw twoFactorRequired(403);
      if (!mustHaveTwoFactor(viewing.db, user)) throw badRequest('Sign in, then set it up in your settings.');
      return { ...offerSecret(viewing, user) };
    });
  },
});

export const completeSignInSetup = endpoint({
  method: 'POST',
  path: '/console/sign_in/two_factor',
  access: 'anonymous',
  summary: 'Complete the set-up that a sign-in requires: sets the session cookie, and answers the recovery codes once.',
  personal: false,
  answer: setUpSessionShape,
  params: { setup_token: setupToken, two_factor_code: firstCode },
  async run(call) {
    const { services, request, params } = call;
    checkOwnPage(request);
    const setup = setupOf(services, params.setup_token);
    const { user, codes } = await call.write((acting) => {
      const found = findUser(acting.db, setup.userId);
      if (found?.is_active !== 1) throw setupEnded();
      if (!isOwner(found)) checkAwake(acting.db);
      setCause(acting.tx, { ...causeOf(acting.tx), user_id: found.id, user_name: found.full_name });
      return { user: found, codes: turnOnTwoFactor(acting, found, setup, params.two_factor_code) };
    });
    const { ip, origin, headers } = request;
    await noteSignIn(services, user, { ip, origin, userAgent: String(headers['user-agent'] ?? '') });
    return signedIn(user, await storedSession(call, user), request, { recovery_codes: codes });
  },
});
