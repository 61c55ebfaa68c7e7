/**
 * Settings of the app, in one small file beside Electron's own: where the data is, the choices for this computer,
 * the place of the window. Written whole or not at all. A value that makes no sense resets that value only; a file that cannot be read
 * is not a missing file: then, the data folder is unknown until a person chooses it.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { readTextNow, retryWhileHeldNow } from '../server/file-access.ts';
import { messageOf } from './error-message.ts';
import { t } from './texts.ts';

const windowSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  isMaximized: z.boolean(),
});

const settingsSchema = z.object({
  /** null: the usual one of this system. */
  dataDir: z.string().min(1).max(4096).nullable().default(null),
  /** The settings that named the data folder were lost, and no folder has been chosen since. */
  isDataDirUnknown: z.boolean().default(false),
  /** The folder that the server last had open: when it is gone later, it was not always so. */
  knownDataDir: z.string().max(4096).nullable().default(null),
  /** The folder that a person keeps although it also holds files of other programs. */
  sharedDataDir: z.string().max(4096).nullable().default(null),
  /** A move of the data that has begun, until it is known how it ended. */
  move: z.object({ from: z.string(), to: z.string() }).nullable().default(null),
  openAtLogin: z.boolean().default(false),
  /** The service starts the server with the computer; the app connects to it. */
  service: z.boolean().default(false),
  /** Updates are installed at night while no client is connected. */
  updateAtNight: z.boolean().default(false),
  /** The person was asked to move the app into the folder of applications (macOS). */
  isMoveOffered: z.boolean().default(false),
  closeToTray: z.boolean().default(true),
  keepAwake: z.boolean().default(true),
  /** null: the one that the app was built with. Empty: nowhere. */
  updateFeed: z
    .string()
    .max(2000)
    .refine((text) => text === '' || isFeed(text))
    .nullable()
    .default(null),
  /** Whether the person has been informed that closing the window does not end the server. */
  isTrayExplained: z.boolean().default(false),
  window: windowSchema.nullable().default(null),
});

export type ShellSettings = z.infer<typeof settingsSchema>;
export type Move = NonNullable<ShellSettings['move']>;
export type WindowPlace = z.infer<typeof windowSchema>;

/** Values that name folders: without one of them the app cannot know where the data is. */
const folderValues: readonly string[] = ['dataDir', 'knownDataDir', 'isDataDirUnknown', 'move'];

export interface SettingsFile {
  get(): ShellSettings;
  /** Keeps them and writes them. @throws Error with a sentence for values that cannot be */
  change(changes: Partial<ShellSettings>): void;
  /** Reads the file once more where it could not be read; does nothing otherwise. */
  readAgain(): void;
}

/** An address that updates may be looked for at: encrypted, or on this machine for tests. */
export function isFeed(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname));
}

/**
 * @param path of the file, which need not be there.
 * @param onProblem called when the disk does not take a change; it holds until the app ends.
 * @param formerPath where an older version kept the file; read where `path` is missing.
 */
export function openSettings(
  path: string,
  onProblem: (error: unknown) => void,
  formerPath: string | null = null,
): SettingsFile {
  const isFormer = formerPath !== null && !existsSync(path) && existsSync(formerPath);
  let found = read(isFormer ? formerPath : path, path, onProblem);
  return {
    get: () => found.settings,
    readAgain() {
      if (!found.isUnreadable) return;
      const again = read(path, path, onProblem);
      if (!again.isUnreadable) found = again;
    },
    change(changes) {
      const parsed = settingsSchema.safeParse({ ...found.settings, ...changes });
      if (!parsed.success) throw new Error(problemOf(parsed.error));
      found.settings = parsed.data;
      // The file may hold all that is known of the data: it is replaced only when a person has chosen a folder.
      if (found.isUnreadable && parsed.data.isDataDirUnknown) return;
      if (found.isUnreadable) putAside(path, onProblem);
      found.isUnreadable = false;
      tryWrite(path, parsed.data, onProblem);
    },
  };
}

interface Found {
  settings: ShellSettings;
  isUnreadable: boolean;
}

/** @param kept where the settings are written, and a damaged file is put aside. */
function read(path: string, kept: string, onProblem: (error: unknown) => void): Found {
  let text: string;
  try {
    text = readTextNow(path);
  } catch (error) {
    if (isMissing(error)) return { settings: settingsSchema.parse({}), isUnreadable: false };
    onProblem(error);
    return { settings: settingsSchema.parse({ isDataDirUnknown: true }), isUnreadable: true };
  }
  const { settings, problems } = valuesOf(text);
  if (problems.length > 0) {
    onProblem(new Error(`${path}: ${problems.join(', ')}`));
    if (path === kept) putAside(path, onProblem);
    tryWrite(kept, settings, onProblem);
  }
  return { settings, isUnreadable: false };
}

/** Each value on its own: a damaged one leaves the others as they are. */
function valuesOf(text: string): { settings: ShellSettings; problems: string[] } {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (error) {
    return { settings: settingsSchema.parse({ isDataDirUnknown: true }), problems: [messageOf(error)] };
  }
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    return {
      settings: settingsSchema.parse({ isDataDirUnknown: true }),
      problems: ['The file is not a list of settings.'],
    };
  const values: Record<string, unknown> = {};
  const damaged: string[] = [];
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    const parsed = schema.safeParse(Reflect.get(stored, name));
    if (parsed.success) values[name] = parsed.data;
    else damaged.push(name);
  }
  if (damaged.some((name) => folderValues.includes(name))) values['isDataDirUnknown'] = true;
  return { settings: settingsSchema.parse(values), problems: damaged.map((name) => `${name} has an invalid value.`) };
}

function putAside(path: string, onProblem: (error: unknown) => void): void {
  try {
    retryWhileHeldNow(() => renameSync(path, `${path}.damaged`));
  } catch (error) {
    onProblem(error);
  }
}

function tryWrite(path: string, settings: ShellSettings, onProblem: (error: unknown) => void): void {
  try {
    write(path, settings);
  } catch (error) {
    onProblem(error);
  }
}

function write(path: string, settings: ShellSettings): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  const file = retryWhileHeldNow(() => openSync(unfinished, 'w', 0o600));
  try {
    writeSync(file, `${JSON.stringify(settings, undefined, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  retryWhileHeldNow(() => renameSync(unfinished, path));
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function problemOf(error: z.ZodError): string {
  const field = error.issues[0]?.path.join('.') ?? '';
  if (field === 'updateFeed') return t('Enter an address that begins with https://.');
  return `${field} has an invalid value.`;
}
