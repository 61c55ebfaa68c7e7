/** The other chat servers that a bench measures in the same run, where they are installed: XMPP servers, each with one room that keeps what is said. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { middle, pause, rounds, withFolder, type Figures } from './targets.ts';

export interface Peer {
  name: string;
  port: number;
  pid: number;
}

interface Kind {
  name: string;
  command: string;
  /** Writes its configuration into a folder. @returns how it is started in the foreground. */
  prepare(folder: string, port: number): { args: string[]; env?: Record<string, string> };
}

const kinds: Kind[] = [
  {
    name: 'prosody',
    command: 'prosody',
    prepare(folder, port) {
      const file = join(folder, 'prosody.cfg.lua');
      writeFileSync(
        file,
        `run_as_root = true
data_path = "${folder}"
pidfile = "${join(folder, 'prosody.pid')}"
modules_enabled = { "saslauth", "disco" }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
s2s_ports = {}
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "anonymous"
log = { error = "*console" }
VirtualHost "localhost"
Component "rooms.localhost" "muc"
modules_enabled = { "muc_mam" }
muc_room_locking = false
`,
      );
      return { args: ['--config', file, '-F'] };
    },
  },
  {
    name: 'ejabberd',
    command: 'ejabberdctl',
    prepare(folder, port) {
      const file = join(folder, 'ejabberd.yml');
      const [logs, spool] = [join(folder, 'logs'), join(folder, 'spool')];
      // Started by root it becomes a user of its own.
      chmodSync(folder, 0o755);
      for (const each of [logs, spool]) {
        mkdirSync(each);
        chmodSync(each, 0o777);
      }
      writeFileSync(
        file,
        `hosts: [localhost]
loglevel: error
auth_method: anonymous
anonymous_protocol: sasl_anon
listen:
  - port: ${port}
    ip: "127.0.0.1"
    module: ejabberd_c2s
    starttls: false
shaper: {}
modules:
  mod_disco: {}
  mod_mam:
    default: always
  mod_muc:
    host: rooms.localhost
    max_users: 5000
    default_room_options:
      mam: true
      max_users: 5000
`,
      );
      return {
        args: ['--config', file, '--config-dir', folder, '--logs', logs, '--spool', spool, 'foreground'],
        // Without the daemon by which such servers find each other, which would outlive it.
        env: { ERL_DIST_PORT: String(port + 1), ERLANG_NODE: `bench${port}@localhost` },
      };
    },
  },
];

/** Runs `work` against each that is installed, in turns. @returns the middle figures of what was measured, by name. */
export async function onPeers<T extends Figures<T>>(work: (peer: Peer) => Promise<T>): Promise<Map<string, T>> {
  const installed = kinds.filter(isInstalled);
  const measured = new Map(installed.map(({ name }): [string, T[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const kind of installed) measured.get(kind.name)?.push(await onPeer(kind, work));
  return new Map([...measured].map(([name, each]) => [name, middle(each)]));
}

async function onPeer<T>(kind: Kind, work: (peer: Peer) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const { peer, stop } = await start(kind, folder);
    try {
      return await work(peer);
    } finally {
      await stop();
    }
  });
}

/** What stands beside a figure: ", prosody 16.5, ejabberd not run". */
export function besidePeers<T>(measured: Map<string, T>, show: (one: T) => string): string {
  return kinds
    .map(({ name }) => {
      const one = measured.get(name);
      return `, ${name} ${one === undefined ? 'not run' : show(one)}`;
    })
    .join('');
}

const isInstalled = ({ command }: Kind): boolean => spawnSync('which', [command]).status === 0;

async function start(kind: Kind, folder: string): Promise<{ peer: Peer; stop: () => Promise<void> }> {
  const port = await freePort();
  const { args, env } = kind.prepare(folder, port);
  const child: ChildProcess = spawn(kind.command, args, {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${kind.name} ended with code ${child.exitCode}`);
    await pause(50);
  }
  const peer = { name: kind.name, port, pid: listenerOf(port) ?? child.pid ?? 0 };
  return {
    peer,
    async stop() {
      process.kill(peer.pid, 'SIGTERM');
      await exited;
    },
  };
}

/** @returns a port of loopback that no server uses at the moment */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return address !== null && typeof address === 'object' ? address.port : 0;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The process that listens: ejabberd's own is a child of the script that starts it. */
function listenerOf(port: number): number | undefined {
  const said = spawnSync('ss', ['-Hltnp', `sport = :${port}`], { encoding: 'utf8' }).stdout ?? '';
  const pid = /pid=(\d+)/.exec(said)?.[1];
  return pid === undefined ? undefined : Number(pid);
}
