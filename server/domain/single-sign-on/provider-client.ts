/** The protocol with a provider (OpenID Connect Core, code flow with PKCE): every request that goes to it. Loads its library late. */
import type * as Library from 'openid-client';
import { systemClock } from '../../options.ts';
import { loadWithSpares } from '../../spare-descriptors.ts';
import { phrase, type Phrase } from '../../translation.ts';
import type { ChatServices } from '../acting.ts';
import type { Flow, Identity } from './flows.ts';
import { SignInRefusal } from './refusal.ts';
import type { ProviderRow } from './rows.ts';

/** Seconds by which the clocks of provider and server may differ. */
const clockToleranceSecs = 300;
/** Bytes of one answer: descriptions, keys and tokens are a few kilobytes. */
const mostBytes = 1024 * 1024;
/** Seconds that one request to a provider may take. */
const timeoutSecs = 10;

type Access = Pick<ProviderRow, 'issuer' | 'client_id' | 'client_secret'>;

/** The library, loaded when it is first needed. */
export const library = async (): Promise<typeof Library> => loadWithSpares(() => import('openid-client'));

const isLoopback = (url: URL): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);

/** Tokens travel in the clear over http, which only stays inside this computer on loopback. */
export const isAllowedIssuer = (issuer: string): boolean => {
  if (!URL.canParse(issuer)) return false;
  const url = new URL(issuer);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
};

/** Reads the provider's own description. @param timeout seconds of each request. @throws SignInRefusal with what is wrong, in plain words. */
export async function discover(
  services: ChatServices,
  provider: Access,
  timeout = timeoutSecs,
): Promise<Library.Configuration> {
  if (!isAllowedIssuer(provider.issuer))
    throw new SignInRefusal(
      'The issuer must begin with https://. Over http everyone on the way could read the sign-in.',
    );
  const oidc = await library();
  const { client_id: id, client_secret: secret } = provider;
  const skew = Math.round((services.options.clock() - systemClock()) / 1000);
  const metadata = { [oidc.clockSkew]: skew, [oidc.clockTolerance]: clockToleranceSecs };
  const isInsecure = provider.issuer.startsWith('http:');
  try {
    const config = await oidc.discovery(new URL(provider.issuer), id, metadata, authenticationOf(oidc, secret), {
      timeout,
      [oidc.customFetch]: boundedFetch,
      execute: [oidc.enableNonRepudiationChecks, ...(isInsecure ? [oidc.allowInsecureRequests] : [])],
    });
    // The library compares them only up to a slash at the end.
    if (config.serverMetadata().issuer !== provider.issuer)
      throw new SignInRefusal(
        `The provider calls itself ${config.serverMetadata().issuer}, not ${provider.issuer}. Correct the issuer in the console.`,
      );
    return config;
  } catch (error) {
    throw plainRefusal(error);
  }
}

/** Requests of the library, with an answer of bounded size. @throws Error for a larger one */
export const boundedFetch: Library.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > mostBytes) throw new Error('The answer of the provider is too large.');
    parts.push(part);
  }
  const isEmpty = [204, 205, 304].includes(answer.status);
  return new Response(isEmpty ? null : Buffer.concat(parts), { status: answer.status, headers: answer.headers });
};

/** Each server documents which of the two it takes; both carry the same secret. Without a secret PKCE alone proves the client. */
function authenticationOf(oidc: typeof Library, secret: string): Library.ClientAuth {
  if (secret === '') return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (as, client, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported;
    const usesPost = methods !== undefined && !methods.includes('client_secret_basic');
    return (usesPost ? post : basic)(as, client, body, headers);
  };
}

/**
 * What ties the answer to the browser that asked, and the address of the provider that the browser goes to.
 * @param more parameters of it. @param asksOffline whether a refresh token is wanted.
 */
export async function beginFlow(
  services: ChatServices,
  provider: ProviderRow,
  redirectUri: string,
  { more = {}, asksOffline = true }: { more?: Readonly<Record<string, string>>; asksOffline?: boolean } = {},
): Promise<Pick<Flow, 'state' | 'nonce' | 'verifier' | 'redirectUri' | 'isOffline'> & { location: string }> {
  const oidc = await library();
  const config = await discover(services, provider);
  const offline = asksOffline ? offlineOf(config, provider) : undefined;
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: [scopesOf(config, provider), ...(offline?.scopes ?? [])].join(' '),
    ...offline?.params,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { state, nonce, verifier, redirectUri, isOffline: offline !== undefined, location: url.href };
}

/** A scope for groups is asked for where the provider offers it: others refuse what they do not know. */
function scopesOf(config: Library.Configuration, { groups_claim: claim }: ProviderRow): string {
  const offered = config.serverMetadata().scopes_supported ?? [];
  return ['openid', 'email', 'profile', ...(claim !== '' && offered.includes(claim) ? [claim] : [])].join(' ');
}

const offlineScope = 'offline_access';

/** What asks for a refresh token (OpenID Connect Core, 11); undefined where the provider offers none. */
function offlineOf(
  config: Library.Configuration,
  { kind }: ProviderRow,
): { scopes: string[]; params: Readonly<Record<string, string>> } | undefined {
  // Google has a parameter for it, and gives one only after it asked the person.
  if (kind === 'google') return { scopes: [], params: { access_type: 'offline', prompt: 'consent' } };
  if (config.serverMetadata().scopes_supported?.includes(offlineScope) !== true) return undefined;
  // The specification wants the person to be asked; the others are known to do without.
  return { scopes: [offlineScope], params: kind === 'other' ? { prompt: 'consent' } : {} };
}

/**
 * Exchanges the code, and checks the id_token: signature, issuer, audience, nonce and times; of the answer, the state and who
 * it is from (RFC 9207).
 * @param query of the address that the provider sent the browser to. @throws SignInRefusal
 */
export async function finishFlow(
  services: ChatServices,
  provider: ProviderRow,
  flow: Flow,
  query: URLSearchParams,
): Promise<Identity> {
  const oidc = await library();
  const config = await discover(services, provider);
  try {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${flow.redirectUri}?${query.toString()}`), {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new SignInRefusal('The provider sent no id_token.');
    // The library checks when a token ends, not that it was made in the future.
    if (claims.iat > services.options.clock() / 1000 + clockToleranceSecs) throw new SignInRefusal(clocksDiffer);
    const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
    const more = hasMore ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    const identity = identityOf(claims.iss, claims.sub, { ...more, ...claims }, provider);
    // One that was not asked for ends with the session at the provider.
    return { ...identity, refreshToken: flow.isOffline ? tokens.refresh_token : undefined };
  } catch (error) {
    throw plainRefusal(error);
  }
}

/** @param claims of id_token and userinfo. */
export function identityOf(
  issuer: string,
  subject: string,
  claims: Readonly<Record<string, unknown>>,
  provider: ProviderRow,
): Identity {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const groups = provider.groups_claim === '' ? [] : claims[provider.groups_claim];
  return {
    issuer,
    subject,
    email: text('email'),
    isEmailVerified: claims['email_verified'] === true,
    name: text('name') || [text('given_name'), text('family_name')].join(' ').trim() || text('preferred_username'),
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === 'string'),
  };
}

const clocksDiffer = phrase('The clocks of the provider and this computer differ by more than five minutes.');

const reasons: readonly [RegExp, Phrase][] = [
  [/access_denied/, phrase('The sign-in was cancelled at the provider, or the provider does not let this person in.')],
  [
    /invalid_client|unauthorized_client|WWW.AUTHENTICATE/i,
    phrase('The provider does not accept the client ID or the secret.'),
  ],
  [/redirect_uri/, phrase('The provider does not know the address to return to: register the redirect URI there.')],
  [/invalid_grant/, phrase('The provider no longer accepts this sign-in: it was used already, or took too long.')],
  [/issuer/, phrase('The answer is from another provider than the one that was asked.')],
  [/state/, phrase('The answer belongs to another sign-in.')],
  [/nonce/, phrase('The id_token belongs to another sign-in.')],
  [/too large/, phrase('The provider answers more than can be read.')],
  [/"aud"|audience/, phrase('The id_token was made for another application.')],
  [/timestamp|"exp"|"iat"|"nbf"/, clocksDiffer],
  [/signature|JWKS|"kid"|"alg"|key/i, phrase('The signature of the id_token is wrong.')],
  [/CERT|certificate|self-signed/i, phrase('The certificate of the provider is not trusted by this computer.')],
  [/fetch failed|timed? ?out|ECONN|ENOTFOUND|aborted/i, phrase('The provider cannot be reached.')],
];

/** What a library or the network says, in plain words for the console; the details are kept beside. */
export function plainRefusal(error: unknown): SignInRefusal {
  if (error instanceof SignInRefusal) return error;
  const said = detailsOf(error);
  const known = reasons.find(([pattern]) => pattern.test(said))?.[1];
  return new SignInRefusal(
    known ?? phrase('The provider gave an answer that is not OpenID Connect.'),
    said.slice(0, 300),
  );
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { error: code, code: kind, error_description: description } = error as Error & Record<string, unknown>;
  const own = [code, kind, description].filter((part) => typeof part === 'string');
  return [...own, error.message, detailsOf(error.cause)].join(' ').trim();
}
