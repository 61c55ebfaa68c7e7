/**
 * The services of a data folder without a server: no port, no workers, nobody who listens. Time and chance are the demo's.
 * What is written here is read by a real server later.
 */
import { pino } from 'pino';
import type { Services } from '../domain/acting.ts';
import { ActivityLog } from '../events/activity.ts';
import { EventLog } from '../events/event-log.ts';
import { defaultQueueLimits, EventQueues } from '../events/queues.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { completeOptions } from '../options.ts';
import { openStorage } from '../storage/database.ts';
import type { DemoClock } from './calendar.ts';
import type { DemoRandom } from './random.ts';

/** Compaction by size only at the very end would be wasted work: the real server does it when it is due. */
const compactAtBytes = 1024 * 1024 * 1024;

/** Opens the folder; the caller closes `storage`. @throws StartRefusedError as openStorage. */
export async function openOffline(dataDir: string, clock: DemoClock, random: DemoRandom): Promise<Services> {
  const nowMs = (): number => clock.nowMs;
  const storage = await openStorage({ dataDir, compactAtBytes, now: nowMs });
  const options = completeOptions({ dataDir, clock: nowMs, random, logLevel: 'silent' }, {});
  const eventLog = await storage.read((db) => new EventLog(db));
  await storage.transaction((tx) => eventLog.reserve(tx));
  return {
    options,
    storage,
    eventLog,
    queues: new EventQueues({
      storage,
      log: eventLog,
      limits: defaultQueueLimits,
      nowMs,
      newQueueId: () => random.hex(16),
    }),
    activity: new ActivityLog({ nowMs, isOn: false }),
    presenceSince: new Map(),
    signIns: new SignInLimiter(),
    setupToken: { current: null },
    startedAtMs: clock.nowMs,
    random,
    log: pino({ level: 'silent' }),
    wake: { deliveries: () => undefined, scheduledMessages: () => undefined },
  };
}
