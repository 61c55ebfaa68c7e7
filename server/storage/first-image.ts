/**
 * Initial database image of a new folder: a database in which all migrations have run, made once by the build, because running them is a
 * fifth of a first start. Nothing in it is random or dated. The journal gets the same statements as if they had run here, so a
 * folder does not show how it began, and any later version reads it. From sources, where there is no image, migrations run.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from './engine.ts';
import type { LoadedState } from './history.ts';
import { createMemoryImage } from './memory-image.ts';
import { applyMigration, dateMigrations, isMadeBy, type Migration } from './migrate.ts';
import type { JournalTransaction } from './records.ts';
import { WriteView } from './transaction.ts';

export interface FirstImage {
  bytes: Uint8Array;
  /** What made it, for the journal. */
  made: JournalTransaction;
}

const bytesName = 'first-image.sqlite';
const madeName = 'first-image.json';

/** Runs migrations on an empty database, as of time 0. */
export async function makeFirstImage(migrations: readonly Migration[]): Promise<FirstImage> {
  const engine = await Engine.open();
  const tx = new WriteView(engine, () => engine.begin());
  for (const [index, migration] of migrations.entries()) applyMigration(tx.run.bind(tx), migration, 0, index === 0);
  engine.commit();
  const bytes = engine.image.view(engine.imageBytes()).slice();
  engine.close();
  return { bytes, made: { statements: tx.statements, changes: tx.changes } };
}

export function writeFirstImage(folder: string, { bytes, made }: FirstImage): void {
  writeFileSync(join(folder, bytesName), bytes);
  writeFileSync(join(folder, madeName), JSON.stringify(made));
}

/** The image in a folder; undefined where there is none. */
export function readFirstImage(folder: string): FirstImage | undefined {
  const [bytes, made] = [join(folder, bytesName), join(folder, madeName)];
  if (!existsSync(bytes) || !existsSync(made)) return undefined;
  return { bytes: readFileSync(bytes), made: JSON.parse(readFileSync(made, 'utf8')) as JournalTransaction };
}

/** The image that the build put beside the migrations. */
export function shippedFirstImage(): FirstImage | undefined {
  return readFirstImage(dirname(fileURLToPath(new URL('./first-image.sqlite', import.meta.url))));
}

/**
 * Puts the image into the state of a folder without data. @returns the image, whose statements are then still to be journalled;
 * undefined where there is data, no image, or one made by other migrations than `known`.
 */
export async function beginWithImage(
  state: LoadedState,
  known: readonly Migration[],
  image = shippedFirstImage(),
): Promise<FirstImage | undefined> {
  if (image === undefined || state.snapshot !== undefined || state.nextTransaction > 1) return undefined;
  const memory = createMemoryImage(image.bytes.length);
  memory.view(image.bytes.length).set(image.bytes);
  const engine = await Engine.open(memory);
  const [unused, used] = isMadeBy(engine, known) ? [state.engine, engine] : [engine, state.engine];
  unused.close();
  state.engine = used;
  return used === engine ? image : undefined;
}

/** The first transaction of a folder that began with an image: from here on the journal alone makes what is in memory. */
export function journalImage(tx: WriteView, { made }: FirstImage, now: number): void {
  tx.adopt(made);
  dateMigrations(tx.run.bind(tx), now);
}
