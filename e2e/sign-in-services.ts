/** What people sign in with beside a password of the server: an OpenID provider and a directory (slapd), each on loopback. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createProbe, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { Provider } from 'oidc-provider';

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

const program = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/local/libexec/slapd'].find((path) =>
  existsSync(path),
);
export const withoutSlapd = program === undefined ? 'OpenLDAP (slapd) is not installed' : null;

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
    `modulepath /usr/lib/ldap
moduleload back_mdb
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
database mdb
suffix "${base}"
rootdn "${reader.dn}"
rootpw "${reader.password}"
directory ${join(folder, 'data')}
access to attrs=userPassword by anonymous auth by * none
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
  const slapd = program ?? '';
  const files = ['-f', configuration, '-l', join(folder, 'office.ldif')];
  execFileSync(join(slapd, '..', 'slapadd'), files, { stdio: 'ignore' });
  const { child, port } = await listening(slapd, configuration);
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
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(slapd: string, configuration: string): Promise<{ child: ChildProcess; port: number }> {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const url = `ldap://127.0.0.1:${port}`;
  const child = spawn(slapd, ['-f', configuration, '-h', url, '-d', 'stats'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    if (said.length < 20_000) said += text.toString();
  });
  await expect.poll(() => said).toContain('slapd starting');
  return { child, port };
}
