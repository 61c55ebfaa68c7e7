/** Dependencies of event queues: storage, the event log, limits, time and listeners. */
import type { Storage } from '../storage/database.ts';
import type { EventLog } from './event-log.ts';
import type { QueueLimits } from './queue-limits.ts';
import type { EventQueue } from './queue.ts';

export interface QueueDependencies {
  storage: Storage;
  log: EventLog;
  limits: QueueLimits;
  nowMs: () => number;
  jumpedAtMs?: () => number;
  /** A new unguessable queue id. */
  newQueueId: () => string;
  /** Told when a client says that it has received more of its events. */
  onAcknowledged?: (queue: EventQueue, eventId: number) => void;
  /** Called with a queue that was dropped because too many events wait. */
  onDropped?: (queue: EventQueue) => void;
}
