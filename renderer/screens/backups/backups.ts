/** Backups, as the console's calls give them (GET /console/backups). Times are UNIX seconds, sizes bytes. */
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api.ts';

export interface Backup {
  name: string;
  kind: 'daily' | 'manual';
  made_at: number;
  size: number;
  counts: { users: number; channels: number; messages: number; files: number; file_bytes: number } | null;
}

export interface RunningBackup {
  kind: Backup['kind'];
  started_at: number;
  phase: 'starting' | 'writing' | 'checking';
  done_bytes: number;
  total_bytes: number;
}

export interface Backups {
  backups: Backup[];
  running: RunningBackup | null;
  last_failure: { at: number; kind: Backup['kind']; message: string } | null;
  next_at: number | null;
  /** Why the folder cannot be looked into. */
  problem: string | null;
  disk: { free_bytes: number; total_bytes: number; needed_bytes: number } | null;
  settings: { backup_daily: boolean; backup_keep: number; backup_dir: string };
}

/** No event tells of backups, so they are asked for while somebody looks, and often while one is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => request<Backups>('GET', '/console/backups', {}, signal),
  refetchInterval: ({ state }) => (state.data?.running ? 500 : 10_000),
});

export const backupPath = ({ name }: Backup): string => `/console/backups/${encodeURIComponent(name)}`;
