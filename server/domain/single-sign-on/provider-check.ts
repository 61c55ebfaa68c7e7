/** Asks a provider once more for people who signed in with it, by their refresh tokens (OpenID Connect Core, 12). */
import type * as Library from 'openid-client';
import type { ChatServices } from '../acting.ts';
import type { Identity } from './flows.ts';
import { boundedFetch, discover, identityOf, library, plainRefusal } from './provider-client.ts';
import type { ProviderRow } from './rows.ts';

/** Seconds that one request may take. */
const timeoutSecs = 5;
const tooManyRequests = 429;
/** Statuses of a proxy that got no answer: the provider behind it may have replaced the token. */
const lostBehindGateway = [502, 504];

/** What a provider says of one person. */
export interface ProviderAnswer {
  /** `out` = it no longer accepts the person's token; `unknown` = it could not say. */
  standing: 'in' | 'out' | 'unknown';
  /** Whether the provider as a whole is away, or asks for fewer requests. */
  isAway: boolean;
  /** Whether it is known what became of the token; not where the answer was lost on the way. */
  isAnswered: boolean;
  /** The token that works from now on. */
  token: string;
  /** undefined where the provider did not say all that it says at a sign-in. */
  identity?: Identity | undefined;
  /** Why it is unknown. */
  problem?: string;
}

/** Asks for the person with this token and this subject; never fails. */
export type AskProvider = (token: string, subject: string) => Promise<ProviderAnswer>;

/** @returns what asks, with one reading of the provider's description for all. @throws SignInRefusal where it cannot be reached */
export async function providerQuestions(services: ChatServices, provider: ProviderRow): Promise<AskProvider> {
  const oidc = await library();
  const config = await discover(services, provider, timeoutSecs);
  const rotated = new Map<string, string>();
  const refused = new Set<string>();
  // Read before the answer is checked: a new token ends the old one, also where something else in the answer is wrong.
  config[oidc.customFetch] = async (url, options) => {
    const answer = await boundedFetch(url, options);
    const used = options.method === 'POST' ? new URLSearchParams(String(options.body)).get('refresh_token') : null;
    const next = used !== null && answer.ok ? await refreshTokenIn(answer.clone()) : undefined;
    if (used !== null && next !== undefined) rotated.set(used, next);
    if (used !== null && answer.status >= 400 && !lostBehindGateway.includes(answer.status)) refused.add(used);
    return answer;
  };
  return async (token, subject) => {
    const known = { isAway: false, token };
    try {
      const identity = await askFor(oidc, config, provider, token, subject);
      return { ...known, standing: 'in', isAnswered: true, token: rotated.get(token) ?? token, identity };
    } catch (error) {
      const answered = error instanceof oidc.ResponseBodyError;
      const isAway =
        !(answered || error instanceof oidc.WWWAuthenticateChallengeError) ||
        error.status >= 500 ||
        error.status === tooManyRequests;
      // Of the token itself: what is wrong with the request after it says nothing of the user.
      if (answered && !isAway && error.error === 'invalid_grant' && refused.has(token))
        return { ...known, standing: 'out', isAnswered: true };
      const problem = plainRefusal(error).message;
      const isAnswered = rotated.has(token) || refused.has(token);
      return { standing: 'unknown', isAway, isAnswered, token: rotated.get(token) ?? token, problem };
    }
  };
}

async function refreshTokenIn(answer: Response): Promise<string | undefined> {
  try {
    const { refresh_token: token } = (await answer.json()) as { refresh_token?: unknown };
    return typeof token === 'string' && token !== '' ? token : undefined;
  } catch {
    // The library says what is wrong with it.
    return undefined;
  }
}

/** @throws Error of the library, and for another subject */
async function askFor(
  oidc: typeof Library,
  config: Library.Configuration,
  provider: ProviderRow,
  token: string,
  subject: string,
): Promise<Identity | undefined> {
  const tokens = await oidc.refreshTokenGrant(config, token);
  const claims = tokens.claims();
  if (claims !== undefined && claims.sub !== subject) throw new Error('another account');
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore ? await oidc.fetchUserInfo(config, tokens.access_token, subject) : {};
  // Without an id_token a claim may be missing that was in the one of the sign-in.
  const isWhole = claims !== undefined || (provider.groups_claim !== '' && provider.groups_claim in more);
  return isWhole ? identityOf(provider.issuer, subject, { ...more, ...claims }, provider) : undefined;
}
