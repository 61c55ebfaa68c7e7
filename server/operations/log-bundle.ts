/**
 * Diagnostics bundle for support: the logs, what runs here, how storage is, and the settings. Nothing in it opens
 * anything: no passwords and keys, and of addresses in the logs only the parts that are no key.
 */
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { createGzip, type Gzip } from 'node:zlib';
import { deliverySettingsWire } from '../domain/organization/delivery-settings.shared.ts';
import { organization } from '../domain/organization/rows.ts';
import { open, readdir, stat } from '../file-access.ts';
import { programVersion } from '../options.ts';
import { loadWithSpares } from '../spare-descriptors.ts';
import type { Reader } from '../storage/database.ts';
import { backupSettings } from './backups/settings.ts';
import { networkSettings } from './network-settings.ts';
import type { ServerServices } from './services.ts';

/** The end of a log is what counts; bytes of one file, and of all. */
const mostOfFile = 5 * 1024 * 1024;
const mostOfAll = 20 * 1024 * 1024;

export interface LogBundle {
  name: string;
  content: Gzip;
}

/** @returns a tar.gz file as a stream. */
export async function logBundle(services: ServerServices, settings: object): Promise<LogBundle> {
  const { options, storage, backups } = services;
  const nowMs = options.clock();
  const plan = await backups.plan();
  const facts = {
    'versions.json': {
      hearth: programVersion,
      node: process.version,
      platform: `${platform()} ${release()} ${arch()}`,
      cpus: cpus().length,
      memory_bytes: totalmem(),
      used_memory: process.memoryUsage(),
      started: new Date(services.startedAtMs).toISOString(),
      written: new Date(nowMs).toISOString(),
    },
    'storage.json': {
      ...storage.stats(),
      disk: await backups.dataRoom(),
      event_queues: services.queues.list().length,
      newest_backup: await backups.newest(plan),
      last_backup_failure: plan.failure,
    },
    'settings.json': settings,
  };
  const { pack } = await loadWithSpares(() => import('tar-stream'));
  const archive = pack();
  for (const [name, value] of Object.entries(facts))
    archive.entry({ name, mtime: new Date(nowMs) }, `${JSON.stringify(value, undefined, 2)}\n`);
  for (const { name, text } of await logFiles(join(options.dataDir, 'logs')))
    archive.entry({ name: `logs/${name}`, mtime: new Date(nowMs) }, text);
  archive.finalize();
  const stamp = new Date(nowMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const content = createGzip();
  archive.on('error', (error) => content.destroy(error));
  return { name: `hearth-logs-${stamp}.tar.gz`, content: archive.pipe(content) };
}

/** Every setting but those that are secrets. */
export function settingsWithoutSecrets(db: Reader): object {
  return {
    organization: organization(db),
    network: networkSettings(db),
    delivery: deliverySettingsWire(db),
    backups: backupSettings(db),
  };
}

async function logFiles(folder: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
  const known = await Promise.all(names.map(async (name) => ({ name, size: await sizeOf(join(folder, name)) })));
  const files: { name: string; text: string }[] = [];
  let left = mostOfAll;
  for (const { name, size } of known.toSorted((a, b) => ageOf(a.name) - ageOf(b.name))) {
    const bytes = Math.min(size, mostOfFile, left);
    left -= bytes;
    if (bytes > 0) files.push({ name, text: withoutKeys(await endOf(join(folder, name), size - bytes, bytes)) });
  }
  return files;
}

/** The newest file of a log has no number, the one before it 1. The clock may have jumped: times of files say nothing. */
const ageOf = (name: string): number => Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 0);

async function sizeOf(path: string): Promise<number> {
  const info = await stat(path).catch(() => undefined); // renamed since it was listed
  return info?.isFile() === true ? info.size : 0;
}

async function endOf(path: string, start: number, length: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await file.close();
  }
}

/** Links to join, to confirm an address and to read a file carry their key in the path, which the log of requests has. */
function withoutKeys(log: string): string {
  return log
    .replaceAll(
      /("path":")([^"]*)/g,
      (_whole, field: string, path: string) => field + path.replaceAll(keyLike, '[key]'),
    )
    .replaceAll(/\/(join|confirm-email|temporary|new[-_]password)\/[^\s"'/?]+/g, '/$1/[key]');
}

/** No word of an address of ours is as long as that. */
const keyLike = /[\w-]{24,}/g;
