/**
 * A server under an office at full pace, and what stays alive in its memory: looked at in a pause, after a collection, again
 * and again. What rises with the requests never comes back.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { HearthProcess, owner, ownerKey } from '../hearth-process.ts';
import { countHeap, type HeapCount } from './heap.ts';
import { Office } from './office.ts';

export interface Look extends HeapCount {
  /** Answered until then. */
  requests: number;
}

export interface SoakReport {
  looks: Look[];
  /** Calls that failed, and warnings that the server printed. */
  problems: string[];
}

/** A server under load, which can be looked at. */
export interface Soak {
  /**
   * Lets the office work for so many milliseconds, and on until so much is answered, however slow the machine is; then looks.
   */
  look(paceMs: number, requests?: number): Promise<Look>;
  /** Ends it. @returns what was found */
  end(): Promise<SoakReport>;
}

/** @param people who work at the same time */
export async function startSoak(people: number): Promise<Soak> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-soak-'));
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;
  const hearth = await HearthProcess.start({
    dataDir: join(folder, 'data'),
    env: { NODE_OPTIONS: `--import=${probe} --trace-warnings` },
  });
  const office = new Office(hearth.url);
  const probeUrl = /heap probe on (http:\S+)/.exec(hearth.output)?.[1] ?? '';
  const looks: Look[] = [];
  await office.open({ email: owner.email, key: await ownerKey(hearth.url) }, people);
  return {
    async look(paceMs, requests = 0) {
      await office.work(paceMs, requests);
      const look = { requests: office.requests, ...(await countHeap(probeUrl, join(folder, 'heap.json'))) };
      looks.push(look);
      return look;
    },
    async end() {
      await office.close();
      await hearth.stop();
      await rm(folder, { recursive: true, force: true });
      const warnings = hearth.output.split('\n').filter((line) => line.includes('Warning'));
      return { looks, problems: [...office.problems, ...warnings] };
    },
  };
}

export interface Growth {
  name: string;
  /** Objects more, for each request that was answered. */
  perRequest: number;
  from: number;
  to: number;
}

/** What there is more of after the last look than after the first, the most first. */
export function growthOf({ looks }: SoakReport): Growth[] {
  const [first, last] = [looks[0], looks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const requests = last.requests - first.requests;
  return [...last.counts]
    .map(([name, to]) => {
      const from = first.counts.get(name) ?? 0;
      return { name, from, to, perRequest: (to - from) / requests };
    })
    .toSorted((a, b) => b.perRequest - a.perRequest);
}
