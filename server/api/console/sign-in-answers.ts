/** Result of a sign-in through a provider: the client's request, or an error as a page. */
import { noteSignIn } from '../../domain/accounts/sign-in-notice.ts';
import type { SystemActing, SystemViewing } from '../../domain/acting.ts';
import type { Delivery } from '../../domain/single-sign-on/flows.ts';
import { SignInRefusal } from '../../domain/single-sign-on/refusal.ts';
import type { UserRow } from '../../domain/users/rows.ts';
import { ApiError, badRequest } from '../../errors.ts';
import type { RawAnswer } from '../../http/endpoint.ts';
import { appPage, desktopPage, html, redirect, refusedPage } from '../../operations/plain-pages/sign-in-pages.ts';
import { seal } from '../../secrets.ts';
import { languageOf } from '../../texts.ts';
import type { Call } from '../endpoint.ts';
import { appAddress, noteShownKey } from '../sign-in.ts';
import { cookie, storedSession } from './sessions.ts';

export type AnonymousCall = Pick<Call<SystemViewing, SystemActing>, 'services' | 'request' | 'read' | 'write'>;

/** Hands over what the client came for: a session, the encrypted key of a phone, or the encrypted token of a desktop app. */
export async function deliver(call: AnonymousCall, user: UserRow, to: Delivery, isForm = false): Promise<RawAnswer> {
  const { services, request } = call;
  const { ip, origin, headers } = request;
  await noteSignIn(services, user, { ip, origin, userAgent: String(headers['user-agent'] ?? '') });
  if (to.mobilePad !== undefined) {
    await noteShownKey(call, user);
    const location = appAddress(origin, user, to.mobilePad);
    // Browsers do not follow a form to another scheme.
    return isForm ? html(appPage(languageOf(headers['accept-language']), location)) : redirect(location);
  }
  if (to.desktopPad !== undefined) {
    const token = services.singleSignOn.newToken(user.id);
    const sealed = seal(Buffer.from(to.desktopPad, 'hex'), token).toString('hex');
    return html(desktopPage(languageOf(headers['accept-language']), sealed, to.isOwnApp === true));
  }
  const session = await storedSession(call, user);
  return redirect(to.next, cookie(session.token, session.maxAge, request));
}

/** A refusal of the sign-in as a page for the person, and as a line for owners. */
export async function answering(
  { services, request }: Pick<AnonymousCall, 'services' | 'request'>,
  provider: string,
  run: () => Promise<RawAnswer>,
): Promise<RawAnswer> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SignInRefusal) && !(error instanceof ApiError)) throw error;
    const [details, email] = error instanceof SignInRefusal ? [error.details, error.email] : ['', ''];
    services.log.info({ provider, reason: error.message, details }, 'a sign-in through a provider was refused');
    services.singleSignOn.noteFailure({ provider, email, reason: error.message });
    // Programs get the error as every other.
    const isPage = String(request.headers.accept ?? '').includes('text/html');
    if (!isPage) throw error instanceof ApiError ? error : badRequest(error.message);
    return html(
      refusedPage(languageOf(request.headers['accept-language']), error.message),
      error instanceof ApiError ? error.status : 403,
    );
  }
}

/** A refusal names the person for owners. */
export function withAddress(error: unknown, email: string): unknown {
  if (error instanceof SignInRefusal) return new SignInRefusal(error.message, error.details, email);
  return error instanceof ApiError ? new SignInRefusal(error.message, '', email) : error;
}
