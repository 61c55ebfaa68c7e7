/** Puts together what every request and worker is given: part of the composition root, also for a folder without a server. */
import type { Services } from '../domain/acting.ts';
import { BackupKeeper } from './backups/keeper.ts';
import { tellConsoles } from '../domain/organization/console-news.ts';
import { Restorer } from './backups/restorer.ts';
import { SleepWatch } from './sleep-watch.ts';
import { ActivityLog } from './activity.ts';
import { EventLog } from '../events/event-log.ts';
import { fixedQueueLimits } from '../events/queue-limits.ts';
import { EventQueues } from '../events/queues.ts';
import { Faults } from '../http/faults.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { Timings } from '../http/timings.ts';
import { LoopDelay } from './loop-delay.ts';
import { TeamNetwork } from '../network/team-network.ts';
import type { ServerOptions } from '../options.ts';
import type { Storage } from '../storage/database.ts';
import { hasOrganization } from '../domain/organization/rows.ts';

/** @param network that of the server; without a server there is none. @param watch whether the console's log of activity is kept. @returns services whose queues are given back as they were. */
export async function makeServices(
  storage: Storage,
  options: ServerOptions,
  log: Services['log'],
  network = new TeamNetwork(null),
  watch = true,
): Promise<Services> {
  const eventLog = await storage.read((db) => new EventLog(db));
  await storage.transaction((tx) => eventLog.reserve(tx));
  const { limits, random, clock } = options;
  const activity = new ActivityLog({ nowMs: clock, isOn: watch });
  const queues = new EventQueues({
    storage,
    log: eventLog,
    limits: {
      ...fixedQueueLimits,
      heartbeatMs: limits.heartbeatMs,
      maxBytes: limits.backlogMaxBytes,
      maxBytesPerUser: limits.backlogMaxBytesPerUser,
    },
    nowMs: clock,
    newQueueId: () => random.hex(16),
    onAcknowledged: (queue, eventId) => activity.acknowledged(queue.id, queue.userId, eventId),
    onDropped: ({ id, userId, backlog }) =>
      log.warn({ queue: id, user: userId, events: backlog }, 'an event queue was dropped: too much waits to be read'),
  });
  await queues.restore();
  const backups = new BackupKeeper({
    storage,
    dataDir: options.dataDir,
    nowMs: clock,
    log,
    onChange: () => void tellConsoles(services, 'backups'),
  });
  const isNew = !(await storage.read(hasOrganization));
  const services: Services = {
    options,
    storage,
    eventLog,
    queues,
    activity,
    signIns: new SignInLimiter(clock),
    health: { timings: new Timings(), loopDelay: new LoopDelay() },
    backups,
    network,
    restorer: new Restorer({
      dataDir: options.dataDir,
      newId: () => random.token(16),
      diskRoom: () => backups.dataRoom(),
    }),
    sleeps: new SleepWatch({ nowMs: clock, dataDir: options.dataDir, log }),
    setupToken: { current: isNew ? random.token(32) : null },
    startedAtMs: clock(),
    random,
    log,
    sample: { build: async () => Promise.reject(new Error('no server runs on this data')), ownerEmail: '' },
    demo: null,
    faults: new Faults(clock, () => Number.parseInt(random.hex(4), 16) / 2 ** 32),
    reopen: async () => Promise.reject(new Error('no server runs on this data')),
    wake: { deliveries: () => undefined, scheduledMessages: () => undefined },
  };
  return services;
}
