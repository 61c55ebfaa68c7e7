/** Jobs of the background that keep small what grows: those that delete by age wait while the clock cannot be trusted. */
import { pruneDeliveries } from '../delivery/queue.ts';
import { pruneSessions } from '../domain/accounts/sessions.ts';
import type { SystemActing } from '../domain/acting.ts';
import { removeUnusedUploads } from '../domain/attachments/edit.ts';
import { redateInvitations } from '../domain/invitations/invitations.ts';
import { deleteExpiredMessages } from '../domain/messages/retention.ts';
import { pruneSentKeys } from '../domain/messages/sent-keys.ts';
import { pruneMessages } from '../domain/ntfy-devices/rows.ts';
import { organizationId } from '../domain/organization/rows.ts';
import { pruneStretches } from '../domain/presence/history.ts';
import { pruneLinks } from '../domain/users/link-rows.ts';
import { pruneSubscriptions } from '../domain/web-push/rows.ts';
import { hourMs } from '../durations.ts';
import { backupQueries } from '../operations/backups/queries.ts';
import type { ServerServices } from '../operations/services.ts';
import type { Reader } from '../storage/database.ts';
import { tidyUploads } from '../uploads/cleanup.ts';
import { systemTools, type CarefulJob } from './job-tools.ts';

const byAge = (name: string, run: () => Promise<void>): CarefulJob => ({
  name,
  everyMs: hourMs,
  isKept: true,
  waitsForClock: true,
  run,
});

export function tidyingJobs(services: ServerServices): CarefulJob[] {
  const { read, writeAsSystem, nowMs } = systemTools(services);
  const pruning = (name: string, ...prune: ((acting: SystemActing) => void)[]): CarefulJob =>
    byAge(name, async () => writeAsSystem((acting) => prune.forEach((each) => each(acting))));
  return [
    { name: 'event queues', everyMs: 15_000, run: async () => services.queues.tidy() },
    byAge('uploads', async () => {
      await tidyUploads({
        dataDir: services.options.dataDir,
        realm: organizationId,
        nowMs,
        removeUnused: async () => writeAsSystem(removeUnusedUploads),
        knownPaths: async () => read(recordedFiles),
        onStrays: (files, folder) => services.log.warn({ files, folder }, 'moved uploads without a record aside'),
      });
    }),
    byAge('retention', async () => {
      // A batch a transaction, so that requests pass in between.
      while (await writeAsSystem(deleteExpiredMessages));
    }),
    byAge('received backups', async () => services.restorer.tidy(nowMs())),
    byAge('uploads of exports', async () => services.importer.tidy(nowMs())),
    pruning('deliveries', pruneDeliveries),
    pruning('presence', pruneStretches),
    pruning('ended sessions', pruneSessions, pruneLinks, redateInvitations),
    pruning('sent message keys', pruneSentKeys),
    pruning('notifications of phones', ({ tx, now }) => pruneMessages(tx, now)),
    pruning('signed-out browsers', ({ tx }) => pruneSubscriptions(tx)),
  ];
}

/** Paths below uploads/ of all files that the database records. */
function recordedFiles(db: Reader): Set<string> {
  const rows = backupQueries.filesSql.flatMap((sql) => db.all<{ path: string }>(sql));
  return new Set(rows.map(({ path }) => path.replace(/^uploads\//, '')));
}
