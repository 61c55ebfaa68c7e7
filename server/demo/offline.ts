/**
 * The services of a data folder without a server: no port, no workers, nobody who listens. Time and chance are the demo's.
 * What is written here is read by a real server later.
 */
import { pino } from 'pino';
import { completeOptions } from '../options.ts';
import { makeServices, type ServerServices } from '../operations/services.ts';
import { openStorage } from '../storage/database.ts';
import type { DemoAudit } from './audit.ts';
import type { DemoClock } from './calendar.ts';
import type { DemoRandom } from './random.ts';

/** Compaction by size only at the very end would be wasted work: the real server does it when it is due. */
const compactAtBytes = 1024 * 1024 * 1024;

/** Opens the folder; the caller closes `storage`. @throws StartRefusedError as openStorage. */
export async function openOffline(
  dataDir: string,
  clock: DemoClock,
  random: DemoRandom,
  { watch }: DemoAudit,
): Promise<ServerServices> {
  const nowMs = (): number => clock.nowMs;
  const storage = await openStorage({ dataDir, compactAtBytes, now: nowMs, watch });
  const options = completeOptions({ dataDir, clock: nowMs, random, logLevel: 'silent' }, {});
  return makeServices(storage, options, pino({ level: 'silent' }), undefined, false);
}
