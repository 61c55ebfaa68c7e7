/**
 * Two computers in a network of their own, for tests: "office" runs the server, "laptop" is someone else's. They are network
 * namespaces, so what one reaches of the other is real. Needs the right to make them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ip = (...args: string[]): void => {
  execFileSync('ip', args, { stdio: 'pipe' });
};

/** Whether this machine lets the tests make namespaces: root, on Linux. */
export function canMakeHosts(): boolean {
  const probe = `hearth-probe-${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', probe]).status !== 0) return false;
  spawnSync('ip', ['netns', 'delete', probe]);
  return true;
}

export class TwoHosts {
  readonly office: string;
  readonly laptop: string;
  readonly #cable: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'hearth-hosts-'));

  /** @param name distinguishes the hosts of this test from those of others. @param addresses of the two, in a network of 256. */
  constructor(name: string, addresses: { office: string; laptop: string }) {
    const suffix = `${name}${process.pid}`;
    this.office = `hearth-office-${suffix}`;
    this.laptop = `hearth-laptop-${suffix}`;
    this.#cable = `o${suffix}`.slice(0, 15);
    const other = `l${suffix}`.slice(0, 15);
    for (const host of [this.office, this.laptop]) ip('netns', 'add', host);
    ip('link', 'add', this.#cable, 'netns', this.office, 'type', 'veth', 'peer', 'name', other, 'netns', this.laptop);
    for (const [host, link, address] of [
      [this.office, this.#cable, addresses.office],
      [this.laptop, other, addresses.laptop],
    ] as const) {
      // No second address that comes on its own a second later: a browser drops what it is loading when addresses change.
      ip('-n', host, 'link', 'set', link, 'addrgenmode', 'none');
      ip('-n', host, 'addr', 'add', `${address}/24`, 'dev', link);
      ip('-n', host, 'link', 'set', link, 'up');
      ip('-n', host, 'link', 'set', 'lo', 'up');
    }
  }

  /** What to put before a command that runs in the office. */
  get inOffice(): string[] {
    return ['ip', 'netns', 'exec', this.office];
  }

  /** The router gives the office's computer another address. */
  move(from: string, to: string): void {
    ip('-n', this.office, 'addr', 'del', `${from}/24`, 'dev', this.#cable);
    ip('-n', this.office, 'addr', 'add', `${to}/24`, 'dev', this.#cable);
  }

  /** Runs a script on the laptop. @returns what it prints, or null when it fails. */
  onLaptop(script: string): string | null {
    const command = ['netns', 'exec', this.laptop, process.execPath, '--input-type=module', '-e', script];
    const result = spawnSync('ip', command, { encoding: 'utf8', timeout: 60_000 });
    return result.status === 0 ? result.stdout.trim() : null;
  }

  /** The body of a page as the laptop gets it; null when it cannot connect. */
  fetchOnLaptop(url: string, userAgent = 'a test'): string | null {
    const options = `{ signal: AbortSignal.timeout(20_000), headers: { 'user-agent': ${JSON.stringify(userAgent)} } }`;
    return this.onLaptop(`console.log(await (await fetch(${JSON.stringify(url)}, ${options})).text())`);
  }

  /** The exit code of a script in the office. */
  statusInOffice(script: string): number | null {
    const [command = '', ...rest] = [...this.inOffice, process.execPath, '-e', script];
    return spawnSync(command, rest, { timeout: 60_000 }).status;
  }

  /** @returns a program that starts the browser in the office. */
  browserInOffice(browser: string): string {
    const file = join(this.#folder, 'browser.sh');
    writeFileSync(file, `#!/bin/sh\nexec ip netns exec ${this.office} ${browser} "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  }

  remove(): void {
    for (const host of [this.office, this.laptop]) spawnSync('ip', ['netns', 'delete', host]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
