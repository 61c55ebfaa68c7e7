/** Types of the server status: overview, health, statistics. Times are UNIX seconds, sizes bytes. */
import { z } from 'zod';
import { backupShape } from './backups.ts';

/** Something to look at (server/operations/alerts.ts, the rule). */
const alertShape = z.strictObject({
  kind: z.enum([
    'disk_full',
    'disk_failing',
    'disk_hanging',
    'files_hanging',
    'disk_nearly_full',
    'backup_overdue',
    'backup_incomplete',
    'backup_failed',
    'backups_not_deleted',
    'snapshot_failed',
    'unfinished_write',
    'end_unknown',
    'stray_uploads',
    'directory_failing',
    'sign_in_provider_failing',
    'certificate_invalid',
    'certificate_expiring',
    'certificate_files_failing',
    'certificate_order_failing',
    'mail_failing',
    'webhooks_failing',
    'push_failing',
    'invitations_expiring',
    'address_changed',
    'network_failing',
    'too_many_connections',
    'was_asleep',
    'clock_wrong',
    'clock_jumped',
  ]),
  severity: z
    .enum(['error', 'warning', 'notice'])
    .describe(
      'error: something does not work now. warning: it will not, unless somebody acts. notice: to be known, nothing is broken.',
    ),
  title: z.string(),
  message: z.string().describe('What is so, and what to do about it, in sentences.'),
  screen: z
    .strictObject({
      path: z.string(),
      label: z.string(),
    })
    .nullable()
    .describe('Where in the console it is mended; null when that is done elsewhere.'),
});
export type Alert = z.infer<typeof alertShape>;

/** GET /console/overview. */
export const overviewShape = z.strictObject({
  version: z.string(),
  started_at: z.number(),
  uptime_seconds: z.number(),
  memory_bytes: z.number().describe("Resident memory of the server's process."),
  counts: z.strictObject({
    users: z.number(),
    bots: z.number(),
    deactivated: z.number(),
    channels: z.number(),
    messages: z.number(),
  }),
  storage: z.strictObject({
    state: z.string(),
    database_bytes: z.number(),
    journal_bytes: z.number(),
    uploads_bytes: z.number(),
    data_dir: z.string(),
  }),
  event_queues: z.number(),
  last_backup: backupShape.nullable().describe('null when there is none yet, or its folder is not there.'),
  disk: z
    .strictObject({
      free_bytes: z.number(),
      total_bytes: z.number(),
    })
    .describe('The disk of the data folder.'),
  attention: z.array(alertShape),
  search_rebuild: z
    .strictObject({ built: z.number(), total: z.number() })
    .nullable()
    .describe('How far search is with being made anew, in parts of some thousand messages; null while it is complete.'),
});
export type Overview = z.infer<typeof overviewShape>;

/** How long an operation takes to answer, of its newest requests. */
const operationTimesShape = z.strictObject({
  operation: z.string().describe('"GET /messages/{message_id}"'),
  count: z.number().describe('Since the server started.'),
  failures: z.number().describe('Answers with a status of 500 and above.'),
  p50_ms: z.number(),
  p95_ms: z.number(),
  max_ms: z.number(),
});

/** GET /console/server_health. */
export const serverHealthShape = z.strictObject({
  memory: z.strictObject({
    resident_bytes: z.number(),
    heap_bytes: z.number(),
    database_bytes: z.number(),
  }),
  event_loop: z
    .strictObject({
      p50_ms: z.number(),
      p99_ms: z.number(),
      max_ms: z.number(),
    })
    .describe(
      'How late the event loop was: usually, once in a hundred looks, and at most, in the last one to two minutes.',
    ),
  event_queues: z.strictObject({
    count: z.number(),
    polled: z.number(),
    backlog: z.number(),
    backlog_bytes: z.number(),
  }),
  slowest_operations: z.array(operationTimesShape),
});
export type ServerHealth = z.infer<typeof serverHealthShape>;

/** GET /console/statistics/channels. */
export const busyChannelShape = z.strictObject({
  stream_id: z.number(),
  name: z.string(),
  invite_only: z.boolean(),
  messages: z.number(),
});
export type BusyChannel = z.infer<typeof busyChannelShape>;
