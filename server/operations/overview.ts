/** Overview for administrators: how many people and messages there are, and how the server is. */
import type { Alert, Overview } from '../contract/shapes/overview.ts';
import { uptimeMs, type SystemViewing } from '../domain/acting.ts';
import { searchRebuild } from '../domain/messages/search/search-build.ts';
import { programVersion } from '../options.ts';
import type { DiskRoom, KeptBackup } from './backups/folder.ts';

type PeopleCounts = Pick<Overview['counts'], 'users' | 'bots' | 'deactivated'>;

/** @param uploadsBytes room that uploaded files take; it and `found` are looked at outside the transaction. */
export function overview(
  { db, services, nowMs }: Pick<SystemViewing, 'db' | 'services' | 'nowMs'>,
  uploadsBytes: number,
  found: { newest: KeptBackup | null; room: DiskRoom; attention: Alert[] },
): Overview {
  const { options, storage, queues } = services;
  const ranMs = uptimeMs(services);
  const people = db.get<PeopleCounts>(
    `SELECT count(*) FILTER (WHERE is_active = 1 AND is_bot = 0) AS users, count(*) FILTER (WHERE is_active = 1 AND is_bot = 1 AND is_system_bot = 0) AS bots,
            count(*) FILTER (WHERE is_active = 0) AS deactivated FROM users`,
  );
  const one = (sql: string): number => db.get<{ count: number }>(sql)?.count ?? 0;
  const stats = storage.stats();
  return {
    version: programVersion,
    started_at: Math.floor((nowMs - ranMs) / 1000),
    uptime_seconds: Math.floor(ranMs / 1000),
    memory_bytes: process.memoryUsage.rss(),
    counts: {
      users: people?.users ?? 0,
      bots: people?.bots ?? 0,
      deactivated: people?.deactivated ?? 0,
      channels: one('SELECT count(*) AS count FROM streams WHERE is_archived = 0'),
      messages: one('SELECT count(*) AS count FROM messages'),
    },
    storage: {
      state: stats.state,
      database_bytes: stats.snapshotBytes,
      journal_bytes: stats.journalBytes,
      uploads_bytes: uploadsBytes,
      data_dir: options.dataDir,
    },
    event_queues: queues.list().length,
    last_backup: found.newest,
    disk: { free_bytes: found.room.free, total_bytes: found.room.total },
    attention: found.attention,
    search_rebuild: searchRebuild(db),
  };
}
