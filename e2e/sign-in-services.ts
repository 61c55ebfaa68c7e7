/** Sign-in services besides passwords: an OpenID provider and a directory (slapd), each on loopback. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';
import { slapadd, slapdDatabase, slapdSchemas, startSlapdProcess } from './slapd-process.ts';

export { withoutSlapd } from './slapd-process.ts';

export interface Account {
  email: string;
  email_verified?: boolean;
  name: string;
  groups?: string[];
}

export interface OpenIdService {
  issuer: string;
  accounts: Map<string, Account>;
  stop(): Promise<void>;
}

export const client = { client_id: 'hearth', client_secret: 'a secret of the provider' };

export async function startProvider(redirectUris: string[]): Promise<OpenIdService> {
  const accounts = new Map<string, Account>();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: redirectUris }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_context, sub) => {
      const account = accounts.get(sub);
      return account && { accountId: sub, claims: () => ({ sub, ...account }) };
    },
    cookies: { keys: ['keys of a test'] },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    accounts,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Signs in and consents on the provider's pages, where it asks. */
export async function signInAt(page: Page, subject: string): Promise<void> {
  await page.locator('input[name=login]').fill(subject);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const base = 'dc=office,dc=example';
const reader = { dn: `cn=reader,${base}`, password: 'reader' };
export const directoryPassword = 'a password of the directory';

export interface DirectoryService {
  /** Settings by which the server uses it. */
  settings: Record<string, unknown>;
  stop(): Promise<void>;
}

/** @param names of users, who all have the same password. */
export async function startDirectory(names: string[]): Promise<DirectoryService> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-directory-'));
  await mkdir(join(folder, 'data'));
  const configuration = join(folder, 'slapd.conf');
  await writeFile(
    configuration,
    `${slapdSchemas}${slapdDatabase(base, reader, join(folder, 'data'))}access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`,
  );
  const users = names.map(
    (name) => `dn: uid=${name},${base}
objectClass: inetOrgPerson
uid: ${name}
cn: ${name}
sn: ${name}
displayName: Person ${name}
mail: ${name}@office.example
userPassword: ${directoryPassword}
`,
  );
  const root = `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Office\ndc: office\n`;
  await writeFile(join(folder, 'office.ldif'), [root, ...users].join('\n'));
  execFileSync(slapadd(), ['-f', configuration, '-l', join(folder, 'office.ldif')], { stdio: 'ignore' });
  const { port, stop } = await startSlapdProcess(configuration);
  return {
    settings: {
      ldap_enabled: true,
      ldap_servers: [`127.0.0.1:${port}`],
      ldap_security: 'none',
      ldap_bind_dn: reader.dn,
      ldap_bind_password: reader.password,
      ldap_base_dn: base,
      ldap_user_filter: '(objectClass=inetOrgPerson)',
      ldap_username_attributes: ['uid'],
      ldap_key_attribute: 'entryUUID',
      ldap_password_help: 'Press Ctrl+Alt+Del on your office computer.',
    },
    async stop() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
