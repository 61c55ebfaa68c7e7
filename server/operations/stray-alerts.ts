/** Alert for uploaded files without a record, which housekeeping has put aside: a line for the list of operations/alerts.ts. */
import type { Alert } from '../contract/shapes/overview.ts';
import { dayMs } from '../durations.ts';
import { strayDays, straysRoot } from '../uploads/strays.ts';
import type { ServerServices } from './services.ts';

/** How long an alert is shown, in milliseconds. */
const toldMs = 7 * dayMs;

/** @returns the folder of uploads without a record when some were put there within the last week. */
export async function recentStrays({ options }: Pick<ServerServices, 'options'>): Promise<string | null> {
  const day = (await strayDays(options.dataDir)).at(-1);
  const isRecent = day !== undefined && options.clock() - Date.parse(day) < toldMs;
  return isRecent ? straysRoot(options.dataDir) : null;
}

/** @param folder null for none */
export const strayAlerts = (folder: string | null): Alert[] =>
  folder === null
    ? []
    : [
        {
          kind: 'stray_uploads',
          severity: 'notice',
          title: 'Uploaded files without a record',
          message: `The database has no record of some uploaded files: the server ended during an upload, or the database lost records. They were moved to ${folder}, and are deleted after 90 days. If messages are missing, keep these files and restore a backup.`,
          screen: { path: '/backups', label: 'Open backups' },
        },
      ];
