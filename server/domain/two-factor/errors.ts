/** Refusals of signing in with two factors. All come after the password was right. */
import { badRequest, coded, type ApiError } from '../../errors.ts';

/** 401 where programs fetch their key; a page that gets one would think that it was signed out. */
type Status = 400 | 401 | 403;

/** The password was right, and a code has to come with it. */
export const twoFactorRequired = (status: Status): ApiError =>
  coded('TWO_FACTOR_REQUIRED', 'Enter the code of your authenticator app, or a recovery code.', status);

/**
 * A wrong or used code, with the server's time: a clock that is wrong is the usual reason.
 * @param now UNIX seconds; also `server_time` of the answer
 */
export function twoFactorFailed(status: Status, now: number): ApiError {
  const time = new Date(now * 1000).toISOString().slice(11, 16);
  const msg = `Wrong code, or a code that was already used. The server's clock shows ${time} UTC. If your phone shows another time, correct it, or use a recovery code.`;
  return coded('TWO_FACTOR_FAILED', msg, status).with({ server_time: now });
}

/** The password was right, but the organization requires a second factor that this account does not have. */
export const twoFactorSetupRequired = (status: Status): ApiError =>
  coded(
    'TWO_FACTOR_SETUP_REQUIRED',
    'Your organization requires two-factor sign-in. Sign in to the chat or the console in a browser to set it up.',
    status,
  );

/** A set-up that cannot go on. */
export const setupEnded = (): ApiError =>
  badRequest('This set-up took too long, or the server was restarted. Start the set-up again.');
