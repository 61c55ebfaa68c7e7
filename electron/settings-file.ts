/**
 * What the app itself remembers, in one small file beside Electron's own: where the data is, what was chosen for this computer,
 * where the window was. Written whole or not at all; a file that makes no sense is put aside and never stops the app.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

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
  /** The folder that the server last had open: when it is gone later, it was not always so. */
  knownDataDir: z.string().max(4096).nullable().default(null),
  /** A move of the data that has begun, until it is known how it ended. */
  move: z.object({ from: z.string(), to: z.string() }).nullable().default(null),
  openAtLogin: z.boolean().default(false),
  /** The service starts the server with the computer; the app connects to it. */
  service: z.boolean().default(false),
  /** Updates are installed at night while nobody is connected. */
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
  /** Whether somebody has been told that closing the window does not end the server. */
  isTrayExplained: z.boolean().default(false),
  window: windowSchema.nullable().default(null),
});

export type ShellSettings = z.infer<typeof settingsSchema>;
export type Move = NonNullable<ShellSettings['move']>;
export type WindowPlace = z.infer<typeof windowSchema>;

export interface SettingsFile {
  get(): ShellSettings;
  /** Keeps them and writes them. @throws Error with a sentence for values that cannot be */
  change(changes: Partial<ShellSettings>): void;
}

/** An address that updates may be looked for at: encrypted, or on this machine for tests. */
export function isFeed(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname));
}

/**
 * @param path of the file, which need not be there.
 * @param onProblem told when the disk does not take a change; it holds until the app ends.
 */
export function openSettings(path: string, onProblem: (error: unknown) => void): SettingsFile {
  let settings = read(path, onProblem);
  return {
    get: () => settings,
    change(changes) {
      const parsed = settingsSchema.safeParse({ ...settings, ...changes });
      if (!parsed.success) throw new Error(problemOf(parsed.error));
      settings = parsed.data;
      try {
        write(path, settings);
      } catch (error) {
        onProblem(error);
      }
    },
  };
}

function read(path: string, onProblem: (error: unknown) => void): ShellSettings {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return settingsSchema.parse({});
  }
  try {
    return settingsSchema.parse(JSON.parse(text));
  } catch (error) {
    onProblem(error);
    try {
      renameSync(path, `${path}.damaged`);
    } catch (cause) {
      onProblem(cause);
    }
    return settingsSchema.parse({});
  }
}

function write(path: string, settings: ShellSettings): void {
  mkdirSync(dirname(path), { recursive: true });
  const unfinished = `${path}.unfinished`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(settings, undefined, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}

function problemOf(error: z.ZodError): string {
  const field = error.issues[0]?.path.join('.') ?? '';
  if (field === 'updateFeed') return 'Updates are looked for at an address that begins with https://.';
  return `This is no value for ${field}.`;
}
