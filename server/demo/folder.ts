/**
 * The data folder of a demo: it says of itself that it is one, and nothing but such a folder (or an empty one) is ever
 * built in or emptied. The mark is written first and says "unfinished" until everything is there.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { mkdir, readFile, readdir, rename, rm, writeFile } from '../file-access.ts';
import { realDisk } from '../storage/disk.ts';
import { StartRefusedError } from '../storage/errors.ts';
import { dataPaths, isData } from '../storage/file-names.ts';
import { findOwner } from '../storage/lock.ts';
import { english } from '../translation.ts';
import { defaultScenario, scenarioNames } from './scenario-names.ts';

const markName = 'hearth-demo.json';

const markSchema = z.object({
  /** YYYY-MM-DD */
  lastDay: z.string(),
  /** Someone chose the last day: it stays. Otherwise every reset moves it to the day before. */
  isDated: z.boolean().optional(),
  isFinished: z.boolean(),
  /** What it began as. */
  scenario: z.enum(scenarioNames).default(defaultScenario),
  /** Tag of the language of its texts. */
  language: z.string().default(english),
  /** The snapshot that it was put back to since. */
  snapshot: z.string().optional(),
  /** It was chosen at the first run of a server: no one gets in by the passwords and keys that everyone knows. */
  isSample: z.boolean().optional(),
});
export type DemoMark = z.infer<typeof markSchema>;

export type FolderState = { kind: 'empty' } | { kind: 'demo'; mark: DemoMark } | { kind: 'foreign' };

/** What a folder holds: nothing, a demo (perhaps a cut-off one), or what is not ours to touch. */
export async function lookAt(dataDir: string): Promise<FolderState> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return ['a file'];
    throw error;
  });
  if (names.length === 0) return { kind: 'empty' };
  if (!names.includes(markName)) return { kind: 'foreign' };
  const mark = markSchema.safeParse(parsed(await readFile(join(dataDir, markName), 'utf8')));
  return mark.success ? { kind: 'demo', mark: mark.data } : { kind: 'foreign' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes the mark, whole or not at all. */
export async function writeMark(dataDir: string, mark: DemoMark): Promise<void> {
  const path = join(dataDir, markName);
  await writeFile(`${path}.unfinished`, `${JSON.stringify(mark, null, 2)}\n`);
  await rename(`${path}.unfinished`, path);
}

/**
 * Makes a demo's folder empty and marks it as unfinished; a missing one is made. Backups, logs, snapshots and foreign files stay.
 * @throws StartRefusedError when a living process has the folder, or it holds what is not a demo.
 */
export async function emptyFolder(
  dataDir: string,
  about: Pick<DemoMark, 'lastDay' | 'isDated' | 'scenario' | 'language'>,
): Promise<void> {
  const state = await lookAt(dataDir);
  if (state.kind === 'foreign') throw notADemo(dataDir);
  await mkdir(dataDir, { recursive: true });
  const owner = await findOwner(realDisk, dataPaths(dataDir));
  if (owner !== undefined)
    throw new StartRefusedError('in-use', `${dataDir} is in use by process ${owner}; stop it first.`);
  await writeMark(dataDir, { ...about, isFinished: false });
  for (const name of await readdir(dataDir))
    if (name !== markName && isData(name)) await rm(join(dataDir, name), { recursive: true, force: true });
}

export function notADemo(dataDir: string): StartRefusedError {
  return new StartRefusedError(
    'not-writable',
    `${dataDir} holds something that is not the demo; nothing was changed. Choose another folder with --data-dir.`,
  );
}
