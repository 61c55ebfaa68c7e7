/**
 * Synchronizing accounts with a directory: OpenLDAP (slapd) with 1,000 users, of which every one has another name, phone and group than
 * the account. Not run where slapd is not installed.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storeDirectoryRow } from '../../domain/users/directory-rows.ts';
import { startServer } from '../../start.ts';
import type { Storage } from '../../storage/database.ts';
import { buildOrganization } from './organization.ts';
import { freePort } from './peers.ts';
import type { BenchLine } from './report.ts';
import { withFolder } from './targets.ts';
import { longestTurn } from './turns.ts';

const people = 1000;
const secondsGoal = 10;
/** What any other request may wait, in milliseconds. */
const turnGoal = 20;
const programs = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/local/libexec/slapd'];
const base = 'dc=bench,dc=example';
const reader = { dn: `cn=reader,${base}`, password: 'reader' };

const uuidOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const dnOf = (index: number): string => `uid=clerk${index},${base}`;

const entries = (): string =>
  [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Bench\ndc: bench\n`,
    ...Array.from(
      { length: people },
      (_, index) => `dn: ${dnOf(index)}
objectClass: inetOrgPerson
uid: clerk${index}
cn: Clerk ${index}
sn: Clerk
displayName: Clerk ${index}
mail: clerk${index}@bench.example
telephoneNumber: ${1000 + index}
departmentNumber: cn=${index % 2 === 0 ? 'even' : 'odd'},${base}
entryUUID: ${uuidOf(index)}
`,
    ),
  ].join('\n');

async function startSlapd(program: string, folder: string): Promise<{ port: number; child: ChildProcess }> {
  const data = join(folder, 'directory');
  await mkdir(data, { recursive: true });
  const configuration = join(folder, 'slapd.conf');
  await writeFile(
    configuration,
    `modulepath /usr/lib/ldap
moduleload back_mdb
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
sizelimit unlimited
database mdb
suffix "${base}"
rootdn "${reader.dn}"
rootpw "${reader.password}"
directory ${data}
`,
  );
  await writeFile(join(folder, 'entries.ldif'), entries());
  execFileSync(join(program, '..', 'slapadd'), ['-q', '-f', configuration, '-l', join(folder, 'entries.ldif')], {
    stdio: 'ignore',
  });
  const port = await freePort();
  const url = `ldap://127.0.0.1:${port}`;
  const child = spawn(program, ['-f', configuration, '-h', url, '-d', 'none'], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of child.stderr) if (String(line).includes('slapd starting')) break;
  child.stderr.resume();
  return { port, child };
}

/** Accounts of former names, which the directory knows. @returns a channel and a user group for the rules */
async function fill(storage: Storage): Promise<{ fieldId: number; channelId: number }> {
  return storage.transaction((tx) => {
    for (let index = 0; index < people; index += 1) {
      const { lastId } = tx.run(
        `INSERT INTO users (email, email_key, delivery_email, delivery_email_key, full_name, role, is_bot, is_system_bot, api_key, timezone, date_joined, can_create_users, settings)
         VALUES (?1, ?1, ?1, ?1, ?2, 400, 0, 0, ?3, '', 0, 0, '{}')`,
        `clerk${index}@bench.example`,
        `Former ${index}`,
        `key of ${index}`.padEnd(32, '.'),
      );
      const row = { entry_key: uuidOf(index), dn: dnOf(index), username: `clerk${index}`, password_changed: '' };
      storeDirectoryRow(tx, { user_id: lastId, ...row, is_gone: 0 });
    }
    const { lastId: fieldId } = tx.run(
      "INSERT INTO profile_fields (name, hint, field_type, field_data, position, display_in_profile_summary, required, editable_by_user) VALUES ('Phone', '', 1, '', 1, 0, 0, 1)",
    );
    return { fieldId, channelId: tx.get<{ id: number }>('SELECT min(id) AS id FROM streams')?.id ?? 0 };
  });
}

const line = (name: string, value: number, unit: string, goal: number): BenchLine => ({
  name: `directory: ${name}`,
  value,
  unit,
  reference: null,
  ratio: null,
  goal: `under ${goal} ${unit}`,
  holds: value < goal,
});

export async function benchDirectory(): Promise<BenchLine[]> {
  const program = programs.find((path) => existsSync(path));
  if (program === undefined) return [];
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const { authorizations } = await buildOrganization(dataDir, { people: 20, channels: 20 });
    const { port, child } = await startSlapd(program, folder);
    const server = await startServer({ dataDir, host: '127.0.0.1', port: 0, logLevel: 'silent' });
    try {
      const { storage, directory } = server.services;
      const { fieldId, channelId } = await fill(storage);
      const settings = {
        ldap_enabled: true,
        ldap_servers: [`127.0.0.1:${port}`],
        ldap_security: 'none',
        ldap_bind_dn: reader.dn,
        ldap_bind_password: reader.password,
        ldap_base_dn: base,
        ldap_user_filter: '(objectClass=inetOrgPerson)',
        ldap_username_attributes: ['uid'],
        ldap_key_attribute: 'entryUUID',
        ldap_group_attribute: 'departmentNumber',
        ldap_profile_fields: [{ attribute: 'telephoneNumber', field_id: fieldId }],
        ldap_group_rules: [{ group: `cn=even,${base}`, role: null, channel_ids: [channelId], user_group_ids: [] }],
      };
      const answer = await fetch(`${server.url}/api/v1/console/directory`, {
        method: 'PATCH',
        headers: { authorization: authorizations[0] ?? '' },
        body: new URLSearchParams({ settings: JSON.stringify(settings) }),
      });
      if (!answer.ok) throw new Error(`the directory cannot be set: ${await answer.text()}`);
      const lines: BenchLine[] = [];
      for (const what of ['all of 1,000 users changed', 'none of 1,000 users changed']) {
        const begin = performance.now();
        const longest = await longestTurn(() => directory.synchronize());
        lines.push(line(`synchronizing, ${what}`, (performance.now() - begin) / 1000, 's', secondsGoal));
        lines.push(line(`synchronizing, ${what}: longest turn`, longest, 'ms', turnGoal));
      }
      return lines;
    } finally {
      await server.stop();
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  });
}
