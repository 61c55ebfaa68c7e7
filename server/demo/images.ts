/**
 * The images of a demo's folder, whole data folders below images/: one of each scenario, built when it is first needed, and the
 * snapshots that someone saved. They outlive the data, and are copied when it is put back.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from '../file-access.ts';
import { programVersion } from '../options.ts';
import { errorCode } from '../storage/errors.ts';
import { imagesName, isData } from '../storage/file-names.ts';
import { lookAt, type DemoMark } from './folder.ts';

const snapshotSchema = z.object({
  name: z.string(),
  /** UNIX seconds. */
  made_at: z.number(),
  bytes: z.number(),
  scenario: z.string(),
});
export type SnapshotMark = z.infer<typeof snapshotSchema>;

/** What a demo is built from: the same kind has the same rows. */
export type DemoKind = Pick<DemoMark, 'scenario' | 'language' | 'lastDay'>;

const markOfSnapshot = 'snapshot.json';

export class DemoImages {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, imagesName);
  }

  /** Where the image of a scenario is, or will be. An image of another version of the program is another image. */
  scenarioFolder({ scenario, language, lastDay }: DemoKind): string {
    return join(this.#root, 'scenarios', `${scenario} ${language} ${lastDay} ${programVersion}`);
  }

  async hasScenario(kind: DemoKind): Promise<boolean> {
    const state = await lookAt(this.scenarioFolder(kind));
    return state.kind === 'demo' && state.mark.isFinished;
  }

  /** Keeps a folder that was just built as the image of its scenario. */
  async keepScenario(dataDir: string, kind: DemoKind): Promise<void> {
    const folder = this.scenarioFolder(kind);
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
    await copyImage(dataDir, unfinished);
    await rename(unfinished, folder);
  }

  /** Forgets the images of scenarios that end on another day. */
  async forgetOtherDays(lastDay: string): Promise<void> {
    const folder = join(this.#root, 'scenarios');
    for (const name of await namesIn(folder))
      if (!name.includes(` ${lastDay} `)) await rm(join(folder, name), { recursive: true, force: true });
  }

  /** Forgets the images of scenarios: they are built again when they are needed. */
  async forgetScenarios(): Promise<void> {
    await rm(join(this.#root, 'scenarios'), { recursive: true, force: true });
  }

  /** The newest first. */
  async snapshots(): Promise<SnapshotMark[]> {
    const folder = join(this.#root, 'snapshots');
    const names = await namesIn(folder);
    const marks = await Promise.all(names.map(async (name) => readMark(join(folder, name, markOfSnapshot))));
    return marks.filter((mark) => mark !== undefined).toSorted((a, b) => b.made_at - a.made_at);
  }

  /** Where the data of a snapshot is, or will be. */
  snapshotFolder(name: string): string {
    return join(this.#snapshot(name), 'data');
  }

  /** Makes the folder of a snapshot to come, and gives that of its data. */
  async beginSnapshot(name: string): Promise<string> {
    await this.forgetSnapshot(name);
    await mkdir(this.snapshotFolder(name), { recursive: true });
    return this.snapshotFolder(name);
  }

  /** From here on the snapshot is there. */
  async finishSnapshot(mark: SnapshotMark): Promise<void> {
    const file = join(this.#snapshot(mark.name), markOfSnapshot);
    await writeFile(`${file}.unfinished`, `${JSON.stringify(mark, null, 2)}\n`);
    await rename(`${file}.unfinished`, file);
  }

  async forgetSnapshot(name: string): Promise<void> {
    // The mark goes first: what is left without one is no snapshot.
    await rm(join(this.#snapshot(name), markOfSnapshot), { force: true });
    await rm(this.#snapshot(name), { recursive: true, force: true });
  }

  /** A name may hold anything: the folder is called otherwise. */
  #snapshot(name: string): string {
    const id = createHash('sha256').update(name.normalize()).digest('hex').slice(0, 24);
    return join(this.#root, 'snapshots', id);
  }
}

/** Copies the data of a folder that no one writes. */
export async function copyImage(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from))
    if (isData(name)) await cp(join(from, name), join(to, name), { recursive: true });
}

export async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Names in a folder; none where it is missing. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
}

/** @returns undefined where there is no mark, or a part of one. @throws the error of a disk that does not give it */
async function readMark(path: string): Promise<SnapshotMark | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return '';
    throw error;
  });
  try {
    return snapshotSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '');
