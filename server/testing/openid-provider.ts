/** A certified OpenID provider on loopback for tests, and a browser that signs in at it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export interface ProviderAccount {
  email: string;
  email_verified?: unknown;
  name?: string;
  groups?: string[];
}

export const clientId = 'hearth';
export const clientSecret = 'a secret of the provider';

/** The provider with its accounts by subject; they may be changed between sign-ins. */
export interface OpenIdProvider {
  issuer: string;
  accounts: Map<string, ProviderAccount>;
  /** Status of every answer from now on; null = as it should be. */
  failsWith: number | null;
  /** Whether requests for tokens are carried out and their answers lost on the way. */
  losesAnswers: boolean;
  stop(): Promise<void>;
}

/** Gives refresh tokens to clients that ask for them, and a new one with each use: the old one used again ends both. */
export const withRefreshTokens: Configuration = {
  scopes: ['openid', 'email', 'profile', 'groups', 'offline_access'],
  rotateRefreshToken: true,
};

/** @param redirectUris registered for the one client. */
export async function startOpenIdProvider(redirectUris: string[], more: Configuration = {}): Promise<OpenIdProvider> {
  const accounts = new Map<string, ProviderAccount>();
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', ...(more.rotateRefreshToken === undefined ? [] : ['refresh_token'])],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_ctx, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ sub, ...account }) };
    },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['keys of a test'] },
    ...more,
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (running.failsWith !== null) {
      response.writeHead(running.failsWith).end();
      return;
    }
    if (running.losesAnswers && request.url?.startsWith('/token') === true) response.end = () => response.destroy();
    void answer(request, response);
  });
  const running: OpenIdProvider = {
    issuer,
    accounts,
    failsWith: null,
    losesAnswers: false,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return running;
}

/** Cookies by the origin that set them. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(address: string, form?: Record<string, string>): Promise<Response> {
    const jar = this.#jarOf(address);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      jar.set(name, value.join('='));
    }
    return response;
  }

  /** Cookies of an origin, for a request of another kind. */
  cookiesOf(origin: string): string {
    return [...this.#jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  keepCookie(origin: string, setCookie: string): void {
    const [pair = ''] = setCookie.split(';');
    const [name = '', ...value] = pair.split('=');
    this.#jarOf(origin).set(name, value.join('='));
  }

  /** All ports of a host share their cookies. */
  #jarOf(address: string): Map<string, string> {
    const { hostname } = new URL(address);
    const jar = this.#cookies.get(hostname) ?? new Map<string, string>();
    this.#cookies.set(hostname, jar);
    return jar;
  }

  /**
   * Signs in and consents at the provider.
   * @param address of the provider, as it was redirected to.
   * @returns the address at which the provider sends it back.
   */
  async signInAt(address: string, subject: string, issuer: string): Promise<string> {
    let next = address;
    for (let steps = 0; steps < 20; steps += 1) {
      if (!next.startsWith(issuer)) return next;
      const response = await this.open(next);
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      const isLogin = page.includes('name="login"');
      const answer =
        response.status === 200 && action !== undefined
          ? await this.open(
              action,
              isLogin ? { prompt: 'login', login: subject, password: 'any' } : { prompt: 'consent' },
            )
          : response;
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`the provider stopped: ${answer.status} ${page.slice(0, 500)}`);
      next = new URL(location, next).href;
    }
    throw new Error('the provider did not send the browser back');
  }
}
