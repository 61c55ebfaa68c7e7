/** From a password to an API key (contract: fetch-api-key; spec: Authentication 2). */
import { writeSignIn } from '../domain/accounts/write-sign-in.ts';
import type { SystemActing, SystemViewing } from '../domain/acting.ts';
import { causeOf, setCause } from '../domain/audit/cause.ts';
import { audit } from '../domain/audit/record.ts';
import { checkAwake } from '../domain/organization/rows.ts';
import type { UserRow } from '../domain/users/rows.ts';
import { RawAnswer } from '../http/endpoint.ts';
import { text } from '../http/params.ts';
import { checkSignIn, twoFactorCode } from './check-sign-in.ts';
import { endpoint, type Call } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Server and sign-in';

const credentials = {
  username: text({ min: 1, max: 300 }).describe('Address of the account, or a name of the directory.'),
  password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
  two_factor_code: twoFactorCode,
};

export const fetchApiKey = endpoint({
  method: 'POST',
  path: '/fetch_api_key',
  access: 'anonymous',
  summary: 'Get your API key for your password.',
  personal: false,
  params: credentials,
  async run(call) {
    const { username, password, two_factor_code: code } = call.params;
    const user = await checkSignIn(call, username, password, { code, failedStatus: 401 });
    await noteShownKey(call, user);
    return { api_key: user.api_key, email: user.delivery_email, user_id: user.id };
  },
});

/** A user who has the key is the user from now on: the audit log says when it was given out, and where to. */
export async function noteShownKey(
  { services, read, write }: Pick<Call<SystemViewing, SystemActing>, 'services' | 'read' | 'write'>,
  user: UserRow,
): Promise<void> {
  await read(({ db }) => checkAwake(db));
  const { id, full_name: name } = user;
  await writeSignIn(services, write, (acting) => {
    setCause(acting.tx, { ...causeOf(acting.tx), user_id: id, user_name: name });
    audit(acting, { kind: 'user', action: 'api_key_shown', subject_id: id, subject: name });
  });
}

/** The key as hexadecimal, combined with the client's one-time pad: readable only to the client that made the pad. */
function encryptedKey(apiKey: string, pad: string): string {
  const bytes = Buffer.from(pad, 'hex');
  return Buffer.from(Buffer.from(apiKey).map((byte, index) => byte ^ (bytes[index] ?? 0))).toString('hex');
}

/** Address that hands the encrypted key to an app by its own scheme. @param origin of this server @param pad 64 hexadecimal digits */
export function appAddress(origin: string, user: UserRow, pad: string): string {
  const query = new URLSearchParams({
    realm: origin,
    email: user.delivery_email,
    user_id: String(user.id),
    otp_encrypted_api_key: encryptedKey(user.api_key, pad),
  });
  return `zulip://login?${query.toString()}`;
}

/** The one-time pad of a client: 64 hexadecimal digits. */
export const isPad = (pad: string): boolean => /^[0-9a-f]{64}$/i.test(pad);

/** The web login flow of clients that take their credentials by a redirect to an address of their own scheme. */
export const mobileSignIn = endpoint({
  method: 'POST',
  path: '/accounts/login/mobile',
  prefix: '',
  access: 'anonymous',
  summary: 'Sign in and hand the encrypted API key to an app.',
  personal: false,
  answer: 'file',
  params: {
    ...credentials,
    mobile_flow_otp: text().secret().check(isPad, 'Invalid OTP').describe('64 hexadecimal digits, used once.'),
  },
  async run(call) {
    const { username, password, two_factor_code: code, mobile_flow_otp: pad } = call.params;
    const user = await checkSignIn(call, username, password, { code });
    await noteShownKey(call, user);
    const location = appAddress(call.request.origin, user, pad);
    // Our own page asks by a script, which cannot read a redirection; it shows what went wrong, and leads on itself.
    if (call.request.headers['x-requested-with'] !== undefined) return { location };
    return new RawAnswer({ status: 302, headers: { Location: location }, body: '' });
  },
});
