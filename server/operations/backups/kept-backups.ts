/**
 * The backups that there are: where they lie, which is the newest, whether there is room for another, and taking one away. What is
 * known of them without asking the disk is kept here; how they are made is in keeper.ts.
 */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { organizationCreatedAt, serverSetting } from '../../domain/organization/rows.ts';
import { gateBefore } from '../../file-gates.ts';
import type { Storage } from '../../storage/database.ts';
import { bytesBelow } from '../../uploads/disk-use.ts';
import {
  deleteBackup,
  diskRoom,
  listBackups,
  readyFolder,
  type BackupKind,
  type BackupRefused,
  type DiskRoom,
  type KeptBackup,
  type ListedFolder,
} from './folder.ts';
import { backupSettings, markedFolder, usedFolders, type BackupSettings } from './settings.ts';

export interface BackupFailure {
  /** UNIX seconds. */
  at: number;
  kind: BackupKind;
  code: BackupRefused['code'] | 'failed';
  /** A sentence. */
  message: string;
}

/** Where backups stand, as stored. */
export interface Plan {
  settings: BackupSettings;
  /** Whether the chosen folder was marked by a backup, and so must have its mark. */
  isFolderMarked: boolean;
  /** Tells the backups of several servers in one folder apart. */
  server: string;
  /** UNIX seconds; null before there is an organization. */
  createdAt: number | null;
  failure: BackupFailure | null;
}

export interface KeeperTools {
  storage: Storage;
  dataDir: string;
  /** UNIX milliseconds. */
  nowMs: () => number;
  log: Logger;
  /** Whether the clock can be trusted to delete by; always, unless given. */
  isClockSettled?: () => boolean;
  /** One was begun, has ended or was deleted. */
  onChange?: () => void;
  diskRoom?: (folder: string) => Promise<DiskRoom>;
}

/** About what a backup of nothing takes. */
const emptyBytes = 500_000;
/** The setting of the server that keeps the last failure. */
export const failureSetting = 'backup_last_failure';

export class KeptBackups {
  protected readonly tools: Required<KeeperTools>;
  /** The last one since the last success; kept here too when the disk did not take it. */
  protected failure: BackupFailure | undefined;
  /** Known without asking the disk, which may be a network folder that does not answer. */
  #newest: { folder: string; backup: KeptBackup | null } | undefined;

  constructor(tools: KeeperTools) {
    this.tools = { diskRoom, onChange: () => undefined, isClockSettled: () => true, ...tools };
  }

  /** Settings and what is kept with them. */
  async plan(): Promise<Plan> {
    const plan = await this.tools.storage.read((db) => {
      const settings = backupSettings(db);
      const createdAt = organizationCreatedAt(db);
      return {
        settings,
        isFolderMarked: settings.backup_dir !== '' && markedFolder(db) === settings.backup_dir,
        server: (createdAt ?? 0).toString(36),
        createdAt,
        failure: serverSetting<BackupFailure | null>(db, failureSetting, null),
      };
    });
    return { ...plan, failure: this.failure ?? plan.failure };
  }

  /** The newest first. @throws BackupRefused when the folder is not there */
  async list({ settings, server, isFolderMarked }: Omit<Plan, 'createdAt' | 'failure'>): Promise<KeptBackup[]> {
    const folder = await readyFolder(this.tools.dataDir, settings.backup_dir, isFolderMarked);
    const backups = await listBackups(folder, server, settings.backup_dir === '');
    const now = this.tools.nowMs() / 1000;
    // A name from the future is of a clock that was wrong then.
    const own = backups.filter((backup) => backup.is_own);
    this.#newest = { folder, backup: own.find((backup) => backup.made_at <= now) ?? own[0] ?? null };
    return backups;
  }

  /** Folders that backups went to before, as far as their drives are there. */
  protected async formerFolders({ settings, server }: Plan): Promise<ListedFolder[]> {
    const own = join(this.tools.dataDir, 'backups');
    const used = await this.tools.storage.read(usedFolders);
    const former = [own, ...used].filter((folder) => folder !== (settings.backup_dir || own));
    const listed: ListedFolder[] = [];
    for (const folder of former) {
      // Its drive may be gone, or not respond any more.
      if (folder !== own) gateBefore([folder], 1);
      const backups = await listBackups(folder, server, folder === own).catch(() => []);
      listed.push({ folder, backups });
    }
    return listed;
  }

  /** The newest as last seen; null when there is none, or none could be seen. */
  async newest(plan: Plan): Promise<KeptBackup | null> {
    const { dataDir } = this.tools;
    const folder = plan.settings.backup_dir === '' ? join(dataDir, 'backups') : plan.settings.backup_dir;
    if (this.#newest?.folder !== folder) await this.list(plan).catch(() => undefined);
    return this.#newest?.folder === folder ? this.#newest.backup : null;
  }

  /** @returns where a backup lies; undefined when there is none of that name. */
  async find(name: string): Promise<{ path: string; backup: KeptBackup } | undefined> {
    const plan = await this.plan();
    const backup = (await this.list(plan)).find((each) => each.name === name);
    const folder = await readyFolder(this.tools.dataDir, plan.settings.backup_dir, plan.isFolderMarked);
    return backup && { path: join(folder, backup.name), backup };
  }

  /** Takes a backup away for good. */
  async delete(name: string): Promise<void> {
    const plan = await this.plan();
    await deleteBackup(await readyFolder(this.tools.dataDir, plan.settings.backup_dir, plan.isFolderMarked), name);
    await this.list(plan);
    this.tools.onChange();
  }

  /** Room on the disk of the backups, and what the next one may need; in bytes. @throws BackupRefused */
  async room(plan: Plan): Promise<{ room: DiskRoom; needed: number }> {
    const folder = await readyFolder(this.tools.dataDir, plan.settings.backup_dir, plan.isFolderMarked);
    return { room: await this.tools.diskRoom(folder), needed: await this.#needed() };
  }

  /** Room on the disk of the data folder. */
  async dataRoom(): Promise<DiskRoom> {
    return this.tools.diskRoom(this.tools.dataDir);
  }

  /** Bytes; somewhat more than the last state on disk, because people go on writing. */
  async #needed(): Promise<number> {
    const { storage, dataDir } = this.tools;
    const { snapshotBytes, journalBytes } = storage.stats();
    const files = await Promise.all(['uploads', 'outbox'].map(async (name) => bytesBelow(join(dataDir, name))));
    const known = snapshotBytes + journalBytes + files.reduce((sum, bytes) => sum + bytes, 0);
    return Math.ceil(Math.max(known + emptyBytes, this.#newest?.backup?.size ?? 0) * 1.1);
  }
}
