/** Backups, as the console asks for them. */
import { queryOptions } from '@tanstack/react-query';
import type { Backup } from '../../../server/contract/shapes/backups.ts';
import { fullMoment } from '../../client/formats.ts';
import { request } from '../../client/request.ts';

export type { Backup, Backups, RunningBackup } from '../../../server/contract/shapes/backups.ts';

/** An event reports a backup that begins and ends; how far it is, and how full the disk, has to be asked for. */
export const backupsQuery = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => request('GET', '/console/backups', {}, signal),
  refetchInterval: ({ state }) => (state.data?.running || state.data?.restoring ? 500 : 30_000),
});

export const backupPath = ({ name }: Pick<Backup, 'name'>) => `/console/backups/${encodeURIComponent(name)}` as const;

/** "5 Jan 2026, 09:00" */
export const madeAt = (backup: Pick<Backup, 'made_at'>): string => fullMoment.format(new Date(backup.made_at * 1000));
