/** OpenLDAP's server as a process on loopback, for tests. Where slapd cannot be found, what needs it is not run. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** Where it is; undefined where it is not installed. */
const slapdProgram = ['/usr/sbin/slapd', '/usr/lib/openldap/slapd', '/usr/local/libexec/slapd'].find((path) =>
  existsSync(path),
);
/** Why tests with a directory are not run; undefined where they are. */
export const withoutSlapd = slapdProgram === undefined ? 'OpenLDAP (slapd) is not installed' : undefined;

/** The lines with which every configuration begins. */
export const slapdSchemas = `modulepath /usr/lib/ldap
moduleload back_mdb
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
`;

/** The database of a configuration. @param folder for its files, which is there. @param reader who may read and write everything */
export const slapdDatabase = (
  base: string,
  reader: { dn: string; password: string },
  folder: string,
): string => `database mdb
suffix "${base}"
rootdn "${reader.dn}"
rootpw "${reader.password}"
directory ${folder}
`;

/** The program that fills the database of a configuration which no server uses yet. */
export const slapadd = (): string => join(slapdProgram ?? '', '..', 'slapadd');

export interface SlapdProcess {
  port: number;
  tlsPort: number;
  stop(): Promise<void>;
}

/**
 * Another program may take a port that was free a moment ago: then others are tried.
 * @param configuration path of slapd.conf. @throws Error what slapd said the last time
 */
export async function startSlapdProcess(configuration: string, hasTls = false): Promise<SlapdProcess> {
  if (slapdProgram === undefined) throw new Error(withoutSlapd);
  for (let attempt = 1; ; attempt += 1) {
    const [port, tlsPort] = [await freePort(), await freePort()];
    const urls = [`ldap://127.0.0.1:${port}`, ...(hasTls ? [`ldaps://127.0.0.1:${tlsPort}`] : [])].join(' ');
    const args = ['-f', configuration, '-h', urls, '-d', 'stats'];
    const child = spawn(slapdProgram, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    try {
      await started(child);
      return { port, tlsPort, stop: async () => stop(child) };
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** It says so when it listens. Its other lines are read, so that it never waits for a reader. */
async function started(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`slapd ended with ${code}: ${said.slice(-2000)}`)));
    child.stderr?.on('data', (text: Buffer) => {
      if (said.length < 20_000) said += text.toString();
      if (said.includes('slapd starting')) resolve();
    });
  });
}
