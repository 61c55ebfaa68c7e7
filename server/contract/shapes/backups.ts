/** Types of backups, restores and the first run. Times are UNIX seconds, sizes bytes. */
import { z } from 'zod';

/** What people count in a backup. */
const backupContentShape = z.strictObject({
  users: z.number(),
  channels: z.number(),
  messages: z.number(),
  files: z.number(),
  file_bytes: z.number(),
});
export type BackupContent = z.infer<typeof backupContentShape>;

const lackingShape = z
  .string()
  .describe('How many uploaded files it has not, or not whole: "1 file is missing, 1 file is shorter than it was"; \'\' for none.');

/** A backup that was handed in and read through (POST /console/restores, POST /console/setup/restores). */
export const receivedBackupShape = z.strictObject({
  id: z.string(),
  size: z.number(),
  made_at: z.number(),
  organization: z.string().nullable().describe('null in backups that do not say it.'),
  version: z.string().nullable().describe('Of the program that made it.'),
  counts: backupContentShape,
  lacking: lackingShape,
  sha256: z.string().describe('Of the whole file, hexadecimal.'),
});
export type ReceivedBackup = z.infer<typeof receivedBackupShape>;

const restoreProgressShape = z.strictObject({
  phase: z.enum(['receiving', 'checking', 'safety_copy', 'unpacking', 'opening']),
  done_bytes: z.number(),
  total_bytes: z.number().describe('0 while unknown.'),
});
export type RestoreProgress = z.infer<typeof restoreProgressShape>;

/** One of the list of GET /console/backups. `safety`: made of what was there before other data took its place. */
export const backupShape = z.strictObject({
  name: z.string(),
  kind: z.enum(['daily', 'manual', 'safety']),
  is_own: z.boolean().describe('false: of another organization, which was on this computer before.'),
  organization: z.string().nullable(),
  made_at: z.number(),
  size: z.number(),
  counts: backupContentShape.nullable().describe('null when the note beside the file is gone.'),
  checked_at: z
    .number()
    .nullable()
    .describe('When it was last read through and found whole; with the checksum of the file, hexadecimal.'),
  sha256: z.string().nullable(),
  lacking: lackingShape,
});
export type Backup = z.infer<typeof backupShape>;

const runningBackupShape = z.strictObject({
  kind: backupShape.shape.kind,
  started_at: z.number(),
  phase: z.enum(['starting', 'writing', 'checking']).describe('`checking`: it is written, and read through once more.'),
  done_bytes: z.number(),
  total_bytes: z.number().describe('0 while unknown.'),
});
export type RunningBackup = z.infer<typeof runningBackupShape>;

/** GET /console/backups. */
export const backupsShape = z.strictObject({
  backups: z.array(backupShape),
  running: runningBackupShape.nullable(),
  restoring: restoreProgressShape.nullable(),
  last_failure: z
    .strictObject({
      at: z.number(),
      kind: backupShape.shape.kind,
      code: z.enum(['folder', 'no_room', 'damaged', 'busy', 'failed']),
      message: z.string(),
    })
    .nullable(),
  next_at: z.number().nullable(),
  problem: z.string().nullable().describe('Why the folder cannot be looked into.'),
  disk: z
    .strictObject({
      free_bytes: z.number(),
      total_bytes: z.number(),
      needed_bytes: z.number(),
    })
    .nullable(),
  settings: z.strictObject({
    backup_daily: z.boolean(),
    backup_keep: z.number(),
    backup_dir: z.string(),
  }),
});
export type Backups = z.infer<typeof backupsShape>;

/** GET /console/setup: what anybody may know before signing in. */
export const firstRunShape = z.strictObject({
  needs_setup: z.boolean(),
  organization_name: z.string().nullable(),
  restoring: restoreProgressShape
    .nullable()
    .describe('How far the backup is that an empty server is being filled with.'),
  sample_data: z
    .strictObject({
      can_leave: z.boolean(),
      sign_in: z
        .strictObject({ email: z.string(), password: z.string() })
        .nullable()
        .describe('Of the owner of a demo, which everybody may know.'),
    })
    .nullable()
    .describe("null where the data is a team's own. A demo for trainings cannot be left."),
  sends_mail: z.boolean().describe('Mail reaches people, so that a link to a new password does.'),
  uses_directory: z.boolean().describe('People may sign in with a name of the directory in place of an address.'),
  is_host_fixed: z.boolean().describe('The command line says who can connect, so nobody is asked.'),
  is_deactivated: z.boolean().describe('Only owners sign in, in the console, and bring the organization back.'),
  lets_anybody_in: z.boolean().describe('Anybody may join, without an invitation.'),
});
export type FirstRun = z.infer<typeof firstRunShape>;
