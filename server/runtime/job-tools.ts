/** Tools of background jobs: reading and writing as the system, and whether a job waits for a trusted clock. */
import { ownOrigin, systemActing, type SystemActing } from '../domain/acting.ts';
import type { ServerServices } from '../operations/services.ts';
import type { Job } from './scheduler.ts';

export interface CarefulJob extends Job {
  /** Deletes by age, or does what cannot be taken back: waits while the clock cannot be trusted. */
  waitsForClock?: boolean;
}

/** Reading and writing without a user. */
export function systemTools(services: ServerServices) {
  const { storage, options, log } = services;
  return {
    read: storage.read.bind(storage),
    writeAsSystem: async <T>(fn: (acting: SystemActing) => T): Promise<T> =>
      storage.transaction((tx) => fn(systemActing(tx, services, ownOrigin(services)))),
    nowMs: options.clock,
    log,
  };
}
