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

interface Settings {
  people: number;
  /** Before the first look; what is kept of the newest requests fills up meanwhile, which is no leak. */
  warmUpMs?: number;
  /** Between two looks. */
  paceMs?: number;
  /** At least so many are answered before each look, however slow the machine is. */
  requestsBetween?: number;
  /** After the first one, which is taken after the warm-up. */
  looks: number;
  /** Told of every look as it is taken. */
  onLook?: (look: Look) => void;
}

export async function soak({
  people,
  warmUpMs = 0,
  paceMs = 0,
  requestsBetween = 0,
  looks,
  onLook,
}: Settings): Promise<SoakReport> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-soak-'));
  const probe = pathToFileURL(join(import.meta.dirname, 'probe.mjs')).href;
  const hearth = await HearthProcess.start({
    dataDir: join(folder, 'data'),
    env: { NODE_OPTIONS: `--import=${probe} --trace-warnings` },
  });
  const office = new Office(hearth.url);
  try {
    const probeUrl = /heap probe on (http:\S+)/.exec(hearth.output)?.[1] ?? '';
    const taken: Look[] = [];
    await office.open({ email: owner.email, key: await ownerKey(hearth.url) }, people);
    for (let n = 0; n <= looks; n += 1) {
      await office.work(n === 0 ? warmUpMs : paceMs, requestsBetween);
      const look = { requests: office.requests, ...(await countHeap(probeUrl, join(folder, 'heap.json'))) };
      taken.push(look);
      onLook?.(look);
    }
    const warnings = hearth.output.split('\n').filter((line) => line.includes('Warning'));
    return { looks: taken, problems: [...office.problems, ...warnings] };
  } finally {
    await office.close();
    await hearth.stop();
    await rm(folder, { recursive: true, force: true });
  }
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
