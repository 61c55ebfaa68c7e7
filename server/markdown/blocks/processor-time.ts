// The processor time of this thread alone: others of the process, which store, compress and collect garbage, work beside it.

import { openSync, readSync } from 'node:fs';

/** Linux reports the nanoseconds that a thread has run, in the file's first number. */
const schedule = openSchedule();
const room = Buffer.alloc(64);

/** Milliseconds since some moment; of the whole process where the system does not tell its threads apart. */
export function processorMs(): number {
  if (schedule === undefined) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  return Number.parseInt(room.toString('latin1', 0, readSync(schedule, room, 0, room.length, 0)), 10) / 1e6;
}

function openSchedule(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return undefined;
  }
}
