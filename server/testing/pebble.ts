/**
 * An authority for tests: Pebble, the test server of Let's Encrypt, with its DNS server, on loopback. It is found in the PATH, or in
 * the folder that PEBBLE names; where it is not, what needs it is not run.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../e2e/free-port.ts';
import { makeCertificate } from '../network/certificate.ts';

const folders = [process.env['PEBBLE'] ?? '', ...(process.env['PATH'] ?? '').split(delimiter)].filter(Boolean);
const program = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Why tests with an authority are not run; undefined where they are. */
export const withoutPebble =
  program('pebble') === undefined || program('pebble-challtestsrv') === undefined
    ? 'pebble and pebble-challtestsrv are not installed'
    : undefined;

export interface Pebble {
  directoryUrl: string;
  /** PEM of the certificate of its directory. */
  authority: string;
  /** Where it looks for files of names. */
  httpPort: number;
  /** A program that sets records at its DNS server. */
  dnsHook: string;
  stop: () => Promise<void>;
}

/** @throws Error what one of the programs said. */
export async function startPebble(): Promise<Pebble> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-pebble-'));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()] as const;
  const [directory, management, httpPort, dns, records] = ports;
  const pair = await makeCertificate(['127.0.0.1'], Date.now());
  const file = (name: string): string => join(folder, name);
  await writeFile(file('cert.pem'), pair.certificate);
  await writeFile(file('key.pem'), pair.key);
  const config = {
    listenAddress: `127.0.0.1:${directory}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: file('cert.pem'),
    privateKey: file('key.pem'),
    httpPort,
    tlsPort: 1,
    domainBlocklist: ['blocked-domain.example'],
    retryAfter: { authz: 1, order: 1 },
    profiles: { default: { description: 'as others', validityPeriod: 90 * 24 * 60 * 60 } },
  };
  await writeFile(file('config.json'), JSON.stringify({ pebble: config }));
  await writeFile(
    file('hook.mjs'),
    `#!${process.execPath}
const [, , action, name, value] = process.argv;
const path = action === 'add' ? 'set-txt' : 'clear-txt';
const answer = await fetch('http://127.0.0.1:${records}/' + path, { method: 'POST', body: JSON.stringify({ host: name + '.', value }) });
process.exit(answer.ok ? 0 : 1);
`,
    { mode: 0o755 },
  );
  const flags = { dnsserver: `127.0.0.1:${dns}`, management: `127.0.0.1:${records}`, defaultIPv6: '' };
  const off = { http01: '', https01: '', tlsalpn01: '', doh: '' };
  const children = [
    await started(
      'pebble-challtestsrv',
      Object.entries({ ...flags, ...off }).flatMap(([name, value]) => [`-${name}`, value]),
    ),
    await started('pebble', ['-config', file('config.json'), '-dnsserver', `127.0.0.1:${dns}`]),
  ];
  return {
    directoryUrl: `https://127.0.0.1:${directory}/dir`,
    authority: pair.certificate,
    httpPort,
    dnsHook: file('hook.mjs'),
    async stop() {
      await Promise.all(children.map(stop));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** It is started when it says that it listens. */
async function started(name: string, args: readonly string[]): Promise<ChildProcess> {
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1' };
  const child = spawn(program(name) ?? name, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${said.slice(-2000)}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        if (said.length < 20_000) said += text.toString();
        if (/listening on|Starting (?:management|DNS)|ACME directory available/i.test(said)) resolve();
      });
  });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
