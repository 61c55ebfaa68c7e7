/** A small OpenID provider on loopback that signs what a test wants: for what no certified provider would answer. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientId, clientSecret } from './openid-provider.ts';

type Claims = Record<string, unknown>;

/** What a test changes of an honest answer. */
export interface Lies {
  claims?: Claims;
  alg?: 'RS256' | 'none' | 'HS256';
  /** Signs with a key that is not among the published ones. */
  isOtherKey?: boolean;
  /** Of the answer with the tokens; undefined values leave a field out. */
  token?: Claims;
  userinfo?: Claims;
  discovery?: Claims;
  /** Bytes that the answer with the tokens has beside the tokens. */
  padding?: number;
}

export interface DishonestProvider {
  issuer: string;
  lies: Lies;
  stop(): Promise<void>;
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: Claims, { alg = 'RS256', isOtherKey }: Lies, key: KeyObject, other: KeyObject): string {
  const content = `${base64({ alg, typ: 'JWT', ...(alg === 'RS256' && { kid: 'one' }) })}.${base64(claims)}`;
  if (alg === 'none') return `${content}.`;
  if (alg === 'HS256') return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`;
  const signature = createSign('RSA-SHA256').update(content);
  return `${content}.${signature.sign(isOtherKey === true ? other : key).toString('base64url')}`;
}

/** @param account claims of the one who signs in. @param nowMs the provider's clock. */
export async function startDishonestProvider(account: Claims, nowMs: () => number): Promise<DishonestProvider> {
  const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (own === undefined || other === undefined) throw new Error('no keys');
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: DishonestProvider = {
    issuer,
    lies: {},
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  let nonce: string | null = null;
  const send = (response: ServerResponse, body: Claims): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const answers: Record<string, (response: ServerResponse, query: URLSearchParams) => void> = {
    '/.well-known/openid-configuration': (response) =>
      send(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...provider.lies.discovery,
      }),
    '/jwks': (response) =>
      send(response, { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
    '/authorize': (response, query) => {
      nonce = query.get('nonce');
      const back = new URL(query.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries({ state: query.get('state') ?? '', code: 'a-code', iss: issuer }))
        back.searchParams.set(name, value);
      response.writeHead(302, { location: back.href }).end();
    },
    '/token': (response) => {
      const now = Math.floor(nowMs() / 1000);
      const claims = {
        iss: issuer,
        aud: clientId,
        nonce,
        iat: now,
        exp: now + 3600,
        ...account,
        ...provider.lies.claims,
      };
      const token = {
        access_token: 'a-token',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: signed(claims, provider.lies, own.privateKey, other.privateKey),
        ...provider.lies.token,
      };
      send(response, { ...token, padding: 'x'.repeat(provider.lies.padding ?? 0) });
    },
    '/userinfo': (response) => send(response, { sub: account['sub'], ...provider.lies.userinfo }),
  };
  server.on('request', (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', issuer);
    const answer = answers[pathname];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, searchParams);
  });
  return provider;
}
