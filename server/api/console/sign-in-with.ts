/** Signing in with an account of a provider: to it, back from it, and the password that joins an existing account (OpenID Connect). */
import { sessionShape } from '../../contract/shapes/sessions.ts';
import type { ChatServices, SystemActing } from '../../domain/acting.ts';
import { checkAwake } from '../../domain/organization/rows.ts';
import { keptOutBy, noteSignInCheck, returned } from '../../domain/single-sign-on/checks.ts';
import { flowLifetimeMs, type Flow, type Identity, type NewFlow } from '../../domain/single-sign-on/flows.ts';
import { beginFlow, finishFlow } from '../../domain/single-sign-on/provider-client.ts';
import { SignInRefusal } from '../../domain/single-sign-on/refusal.ts';
import { findLink, findProvider, findProviderBySlug, type ProviderRow } from '../../domain/single-sign-on/rows.ts';
import { linkIdentity, resolveIdentity, updateFromIdentity } from '../../domain/single-sign-on/sign-in.ts';
import { tryOut } from '../../domain/single-sign-on/try-out.ts';
import { findUser, type UserRow } from '../../domain/users/rows.ts';
import { ApiError, authenticationFailed, userDeactivated } from '../../errors.ts';
import { cookieValue } from '../../http/auth.ts';
import type { RawAnswer } from '../../http/endpoint.ts';
import { bool, text } from '../../http/params.ts';
import { html, passwordPage, redirect, triedPage } from '../../operations/plain-pages/sign-in-pages.ts';
import { isOwner } from '../../permissions/roles.ts';
import { languageOf } from '../../texts.ts';
import { checkSignIn, twoFactorCode } from '../check-sign-in.ts';
import { isPad } from '../sign-in.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';
import { checkOwnPage, signedIn, storedSession } from './sessions.ts';
import { answering, deliver, withAddress, type AnonymousCall } from './sign-in-answers.ts';

export const subject: Subject = 'Console: people';

const loginPath = '/accounts/login/social/oidc';
const passwordPath = `${loginPath}/password`;

/** The address that a provider sends browsers back to. @param origin of this server */
export const redirectUriOf = (origin: string, slug: string): string => `${origin}${loginPath}/${slug}/callback`;

/** Over HTTPS with the prefix that lets browsers accept no such cookie from HTTP, which would tie a flow of another user to this browser. */
const cookieName = (state: string, origin: string): string =>
  `${origin.startsWith('https:') ? '__Secure-' : ''}hearth_sign_in_${state.slice(0, 16)}`;

/** Ties a flow to this browser. It comes back with a link from the provider, so it cannot be strict. */
export function flowCookie(services: ChatServices, flow: NewFlow, origin: string): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  const age = flowLifetimeMs / 1000;
  return `${cookieName(flow.state, origin)}=${services.singleSignOn.sealFlow(flow)}; Path=${loginPath}; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
}

const pad = text().secret().check(isPad, 'Invalid OTP').optional().describe('64 hexadecimal digits, used once.');
const slug = text({ min: 1, max: 30 }).describe('As in external_authentication_methods.');

export const signInWith = endpoint({
  method: 'GET',
  path: `${loginPath}/{provider}`,
  prefix: '',
  access: 'anonymous',
  summary: 'Sends the browser to a provider to sign in.',
  personal: false,
  answer: 'file',
  params: {
    provider: slug,
    mobile_flow_otp: pad,
    desktop_flow_otp: pad,
    own_app: bool().default(false).describe('The desktop app of Hearth opens by a link of its own.'),
    next: text({ max: 500 }).optional().describe('Page of chat or console to open; any other opens the chat.'),
    invitation: text({ min: 1, max: 100 }).secret().optional(),
  },
  async run(call) {
    const { services, request, read, params } = call;
    const provider = await read(({ db }) => findProviderBySlug(db, params.provider));
    return answering(call, provider?.name ?? params.provider, async () => {
      const known = enabled(provider);
      if (isOtherDesktopApp(call, params.desktop_flow_otp))
        return redirect(
          `/chat/desktop-sign-in?${new URLSearchParams({ method: known.slug, next: ownPage(params.next) })}`,
        );
      const { location, ...begun } = await beginFlow(services, known, redirectUriOf(request.origin, known.slug));
      const flow: NewFlow = {
        ...begun,
        providerId: known.id,
        mobilePad: params.mobile_flow_otp,
        desktopPad: params.desktop_flow_otp,
        isOwnApp: params.own_app,
        invitation: params.invitation,
        next: ownPage(params.next),
      };
      return redirect(location, flowCookie(services, flow, request.origin));
    });
  },
});

/** Desktop apps show our pages in a window of their own, in which providers refuse to sign anyone in: it goes on in the browser. */
const isOtherDesktopApp = ({ request }: AnonymousCall, desktopPad: string | undefined): boolean =>
  desktopPad === undefined && /\bZulipElectron\//.test(String(request.headers['user-agent'] ?? ''));

/** Nothing leads to another host: only pages of chat and console do. An address of a header has printable ASCII alone. */
function ownPage(next = ''): string {
  return /^\/(?:chat|console)\/(?![/\\])[!-[\]-~]*$/.test(next) ? next : '/chat/';
}

function enabled(provider: ProviderRow | undefined): ProviderRow {
  if (provider?.is_enabled !== 1) throw new SignInRefusal('This way to sign in is not offered here.');
  return provider;
}

export const returnFromProvider = endpoint({
  method: 'GET',
  path: `${loginPath}/{provider}/callback`,
  prefix: '',
  access: 'anonymous',
  summary: 'Where a provider sends the browser back to.',
  personal: false,
  answer: 'file',
  params: {
    provider: slug,
    state: text({ max: 500 }).secret().default(''),
    code: text({ max: 5000 }).secret().optional(),
    iss: text({ max: 500 }).optional(),
    error: text({ max: 500 }).optional(),
    error_description: text({ max: 2000 }).optional(),
  },
  async run(call) {
    const { services, request, read, params } = call;
    const provider = await read(({ db }) => findProviderBySlug(db, params.provider));
    return answering(call, provider?.name ?? params.provider, async () => {
      const flow = services.singleSignOn.flowOf(
        cookieValue(String(request.headers.cookie), cookieName(params.state, request.origin)),
        params.state,
      );
      // A provider can be tried before it is switched on.
      const known = flow?.isTest === true && provider !== undefined ? provider : enabled(provider);
      const { provider: _slug, ...sent } = params;
      if (flow?.providerId !== known.id || !services.singleSignOn.use(flow.state))
        throw new SignInRefusal('This sign-in was not begun in this browser, was used already, or took too long.');
      if (params.error === 'invalid_scope' && flow.isOffline) return withoutToken(call, known, flow);
      const given = Object.entries(sent).filter((pair): pair is [string, string] => pair[1] !== undefined);
      const identity = await finishFlow(services, known, flow, new URLSearchParams(given));
      try {
        return await complete(call, known, flow, identity);
      } catch (error) {
        throw withAddress(error, identity.email);
      }
    });
  },
});

/** A provider may list the scope of refresh tokens and refuse it to this client: the sign-in begins again without. */
async function withoutToken(
  { services, request }: AnonymousCall,
  provider: ProviderRow,
  flow: Flow,
): Promise<RawAnswer> {
  const { location, ...begun } = await beginFlow(services, provider, flow.redirectUri, { asksOffline: false });
  return redirect(location, flowCookie(services, { ...flow, ...begun }, request.origin));
}

async function complete(
  call: AnonymousCall,
  provider: ProviderRow,
  flow: Flow,
  identity: Identity,
): Promise<RawAnswer> {
  const { services } = call;
  const { linkTo } = flow;
  if (flow.isTest === true) {
    const tried = await call.read(({ db }) => tryOut(db, provider, identity));
    return html(
      triedPage(languageOf(call.request.headers['accept-language']), {
        provider: provider.name,
        groupsClaim: provider.groups_claim,
        identity,
        ...tried,
      }),
    );
  }
  if (linkTo !== undefined) {
    await call.write((acting) => {
      const user = findUser(acting.db, linkTo);
      if (user?.is_active !== 1) throw userDeactivated();
      linkIdentity(acting, user, identity);
      noteSignInCheck(acting, provider, identity);
    });
    return redirect(flow.next);
  }
  const found = await call.write((acting) => {
    const resolved = resolveIdentity(acting, provider, identity, flow.invitation);
    return 'user' in resolved ? { user: entered(acting, provider, resolved.user, identity) } : resolved;
  });
  if ('user' in found) return deliver(call, found.user, flow);
  const pending = services.singleSignOn.seal({
    ...flow,
    id: services.random.token(20),
    providerId: provider.id,
    userId: found.needsPasswordOf.id,
    identity,
  });
  return html(
    passwordPage(languageOf(call.request.headers['accept-language']), {
      provider: provider.name,
      email: identity.email,
      pending,
      problem: '',
      action: passwordPath,
      asksCode: false,
    }),
  );
}

/** The account as it is after a sign-in. @throws ApiError USER_DEACTIVATED, REALM_DEACTIVATED; SignInRefusal while another provider keeps it out */
function entered(acting: SystemActing, provider: ProviderRow, user: UserRow, identity: Identity): UserRow {
  const present = returned(acting, provider, user, identity);
  if (present.is_active === 0) throw userDeactivated();
  if (!isOwner(present)) checkAwake(acting.db);
  const keptOut = keptOutBy(acting.db, present, findLink(acting.db, identity.issuer, identity.subject)?.id);
  if (keptOut !== null) throw new SignInRefusal(keptOut);
  noteSignInCheck(acting, provider, identity);
  return updateFromIdentity(acting, provider, present, identity);
}

export const proveWithPassword = endpoint({
  method: 'POST',
  path: passwordPath,
  prefix: '',
  access: 'anonymous',
  summary: 'Joins the account of a provider with an account here, by its password.',
  personal: false,
  answer: 'file',
  params: {
    pending: text({ min: 1, max: 20_000 }).secret(),
    password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
    two_factor_code: twoFactorCode,
  },
  async run(call) {
    const { services, read, params } = call;
    const pending = services.singleSignOn.pendingLinkOf(params.pending);
    const provider = pending && (await read(({ db }) => findProvider(db, pending.providerId)));
    return answering(call, provider?.name ?? '', async () => {
      const known = enabled(provider);
      if (pending === undefined) throw new SignInRefusal('This took too long. Sign in once more.');
      const user = await read(({ db }) => findUser(db, pending.userId));
      try {
        const code = params.two_factor_code;
        const proved = await checkSignIn(call, user?.delivery_email ?? '', params.password, { code });
        if (proved.id !== pending.userId) throw authenticationFailed();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return html(
          passwordPage(languageOf(call.request.headers['accept-language']), {
            provider: known.name,
            email: pending.identity.email,
            pending: params.pending,
            problem: error.message,
            action: passwordPath,
            asksCode: params.two_factor_code !== undefined || error.code === 'TWO_FACTOR_REQUIRED',
          }),
          error.status,
        );
      }
      if (!services.singleSignOn.use(pending.id)) throw new SignInRefusal('This was used already. Sign in once more.');
      const joined = await call.write((acting) => {
        const now = findUser(acting.db, pending.userId) as UserRow;
        linkIdentity(acting, now, pending.identity);
        return entered(acting, known, now, pending.identity);
      });
      return deliver(call, joined, pending, true);
    });
  },
});

export const signInWithToken = endpoint({
  method: 'POST',
  path: '/console/sign_in_with_token',
  access: 'anonymous',
  summary: 'Opens a session with the one-time token that a desktop app got from its browser.',
  personal: false,
  answer: sessionShape,
  params: { token: text({ min: 1, max: 100 }).secret() },
  async run(call) {
    const { services, request, params } = call;
    checkOwnPage(request);
    const userId = services.singleSignOn.redeem(params.token);
    const user = userId === undefined ? undefined : await call.read(({ db }) => findUser(db, userId));
    if (user === undefined) throw authenticationFailed();
    if (user.is_active === 0) throw userDeactivated();
    const keptOut = await call.read(({ db }) => keptOutBy(db, user));
    if (keptOut !== null) throw authenticationFailed(undefined, keptOut);
    return signedIn(user, await storedSession(call, user), request);
  },
});
