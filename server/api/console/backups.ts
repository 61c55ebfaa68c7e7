/**
 * Backups from the console: administrators see and start them; owners, who may see everything in the data folder anyway,
 * also download, delete and decide. Download and deletion are by the names of the list only.
 */
import { z } from 'zod';
import { backupShape, backupsShape } from '../../contract/shapes/backups.ts';
import { writeReadNote } from '../../domain/accounts/write-sign-in.ts';
import { audit } from '../../domain/audit/record.ts';
import { type ApiError, badRequest, coded, invalidParameter, messageOf } from '../../errors.ts';
import { createReadStream } from '../../file-access.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { json, text } from '../../http/params.ts';
import { BackupRefused, problemOf } from '../../operations/backups/folder.ts';
import type { BackupKeeper } from '../../operations/backups/keeper.ts';
import { asApiError } from '../../operations/backups/restorer.ts';
import {
  backupSettings,
  backupSettingsSchema,
  changeBackupSettings,
  type BackupSettings,
} from '../../operations/backups/settings.ts';
import { dispositionHeader } from '../../uploads/types.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

const name = text({ max: 100 }).describe('Name of the file, as listed.');
const backupType = 'application/x-tar';

export const getBackups = endpoint({
  method: 'GET',
  path: '/console/backups',
  access: 'administrator',
  summary: 'Backups that there are, the one being made, the last failure, and the settings.',
  personal: false,
  answer: backupsShape,
  params: {},
  async run({ services: { backups, restorer } }) {
    const plan = await backups.plan();
    return {
      settings: plan.settings,
      running: backups.running,
      restoring: restorer.progress,
      last_failure: plan.failure,
      next_at: await backups.dueAt(plan),
      ...(await seen(backups, plan)),
    };
  },
});

/** A folder that is not there is an answer too: its reason, and no backups. */
async function seen(backups: BackupKeeper, plan: Awaited<ReturnType<BackupKeeper['plan']>>) {
  try {
    const { room, needed } = await backups.room(plan);
    return {
      backups: await backups.list(plan),
      problem: null,
      disk: { free_bytes: room.free, total_bytes: room.total, needed_bytes: needed },
    };
  } catch (error) {
    return { backups: [], problem: messageOf(error), disk: null };
  }
}

export const startBackup = endpoint({
  method: 'POST',
  path: '/console/backups',
  access: 'administrator',
  whileDeactivated: true,
  summary: 'Begin a backup now, unless one is being made already; GET says how far it is.',
  personal: false,
  answer: { started: z.boolean() },
  params: {},
  run: ({ write }) =>
    write((acting) => {
      const { backups } = acting.services;
      const started = backups.running === null;
      if (started) audit(acting, { kind: 'backup', action: 'started' });
      acting.afterDurable(() => backups.start('manual'));
      return { started };
    }),
});

export const downloadBackup = endpoint({
  method: 'GET',
  path: '/console/backups/{name}',
  access: 'owner',
  summary: 'A backup, as a file: it holds everything, also what only its writers may read.',
  personal: false,
  answer: 'file',
  params: { name },
  async run({ services, write, params }) {
    const { path, backup } = await accessBackup(services.backups, params.name);
    await writeReadNote(services, write, { kind: 'backup', action: 'downloaded', subject: backup.name });
    return new RawAnswer({
      headers: {
        'Content-Type': backupType,
        'Content-Length': String(backup.size),
        'Content-Disposition': dispositionHeader(backup.name, backupType, true),
        'Cache-Control': 'no-store',
      },
      body: createReadStream(path),
    });
  },
});

export const checkBackupAgain = endpoint({
  method: 'POST',
  path: '/console/backups/{name}/check',
  access: 'owner',
  whileDeactivated: true,
  summary: 'Read a backup through once more: its counts and its checksum, or why it is no longer whole.',
  personal: false,
  answer: { backup: backupShape },
  params: { name },
  async run({ services: { backups }, write, params }) {
    const { path, backup } = await accessBackup(backups, params.name);
    await write(() => undefined);
    const checked = await backups.check(backup.name).catch((error: unknown) => {
      throw asApiError(error, path);
    });
    if (checked === undefined) throw backupNotFound();
    return { backup: checked };
  },
});

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/console/backups/{name}',
  access: 'owner',
  summary: 'Delete a backup for good.',
  personal: false,
  answer: {},
  params: { name },
  async run({ services: { backups }, write, params }) {
    const { backup } = await accessBackup(backups, params.name);
    // Who is no owner any more by now deletes nothing.
    await write(() => undefined);
    await backups.delete(backup.name);
    await write((acting) => audit(acting, { kind: 'backup', action: 'deleted', subject: backup.name }));
    return {};
  },
});

/** @throws ApiError BACKUP_NOT_FOUND, or BAD_REQUEST when its folder is not there */
export async function accessBackup(backups: BackupKeeper, wanted: string) {
  const found = await backups.find(wanted).catch((error: unknown) => {
    if (error instanceof BackupRefused) throw badRequest(error.message);
    throw error;
  });
  if (found === undefined) throw backupNotFound();
  return found;
}

const backupNotFound = (): ApiError => coded('BACKUP_NOT_FOUND', 'There is no such backup.', 404);

export const editBackupSettings = endpoint({
  method: 'PATCH',
  path: '/console/backup_settings',
  access: 'owner',
  summary: 'Change whether there is a backup every day, how many of those stay, and their folder.',
  personal: false,
  answer: { settings: backupSettingsSchema },
  params: { settings: json<Partial<BackupSettings>>(backupSettingsSchema.partial()) },
  async run({ services, write, params: { settings } }) {
    const { backup_dir: folder = '' } = settings;
    const problem = folder === '' ? undefined : await problemOf(services.options.dataDir, folder);
    if (problem !== undefined) throw invalidParameter('settings.backup_dir', problem);
    return write((acting) => {
      changeBackupSettings(acting, settings);
      return { settings: backupSettings(acting.db) };
    });
  },
});
