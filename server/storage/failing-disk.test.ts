/** A disk that reports an error at one operation of a start or a recovery: one sentence names the file and what to do, and nothing changes. */
import { expect, test } from 'vitest';
import { FaultyDisk, SystemError } from '../testing/faulty-disk.ts';
import { HangingDisk } from '../testing/hanging-disk.ts';
import { addNote, notes, noteTexts, openOn, textsOf } from '../testing/storage-kit.ts';
import type { DiskFile } from './disk.ts';
import { StartRefusedError } from './errors.ts';
import { recover } from './recover.ts';

type Operation = 'open' | 'read' | 'list' | 'size' | 'folder' | 'create';

/** Fails every operation of a kind on files whose path matches, as a disk does that is broken there. */
class Failing extends FaultyDisk {
  failure: { operation: Operation; path: RegExp; code: string } | undefined;
  hits = 0;

  #check(operation: Operation, path: string): void {
    const { failure } = this;
    if (failure?.operation !== operation || !failure.path.test(path)) return;
    this.hits += 1;
    throw Object.assign(new SystemError(failure.code, path), { path });
  }

  override openNow(path: string, mode: 'read' | 'create'): DiskFile {
    this.#check(mode === 'read' ? 'open' : 'create', path);
    const file = super.openNow(path, mode);
    const readNow: DiskFile['readNow'] = (into, position) => {
      this.#check('read', path);
      return file.readNow(into, position);
    };
    return { ...file, readNow };
  }

  override async read(path: string): Promise<Uint8Array> {
    this.#check('read', path);
    return super.read(path);
  }

  override listNow(path: string): string[] {
    this.#check('list', path);
    return super.listNow(path);
  }

  override sizeNow(path: string): number | undefined {
    this.#check('size', path);
    return super.sizeNow(path);
  }

  override makeFolderNow(path: string): void {
    this.#check('folder', path);
    super.makeFolderNow(path);
  }
}

async function filled(): Promise<Failing> {
  const disk = new Failing();
  const storage = await openOn(disk);
  await addNote(storage, 'kept');
  await storage.compact();
  for (let note = 0; note < 20; note += 1) await addNote(storage, `after ${note} ${'x'.repeat(200)}`);
  await storage.close();
  return disk;
}

const texts = ['kept', ...Array.from({ length: 20 }, (_, note) => `after ${note} ${'x'.repeat(200)}`)];

const places: [Operation, string, RegExp][] = [
  ['open', 'the snapshot', /\.sqlite$/],
  ['read', 'the snapshot', /\.sqlite$/],
  ['size', 'the snapshot', /\.sqlite$/],
  ['open', 'the manifest', /manifest\.json$/],
  ['read', 'the manifest', /manifest\.json$/],
  ['open', 'the journal', /\.journal$/],
  ['read', 'the journal', /\.journal$/],
  ['list', 'the folder', /^\/data$/],
  ['list', 'the folder of the journal', /^\/data\/journal$/],
  ['open', 'the note of the end', /journal-end/],
  ['read', 'the note of the end', /journal-end/],
  ['create', 'the lock', /lock/],
];
const codes: [string, RegExp][] = [
  ['EIO', /the disk reported EIO\. Check the disk/],
  // As Node reports ESTALE, EUCLEAN and EDQUOT.
  ['Unknown system error -116', /the disk reported ESTALE\. Check the disk/],
  ['Unknown system error -117', /the disk reported EUCLEAN\. Check the disk/],
  ['Unknown system error -122', /cannot be opened: the disk is full\.$/],
  ['EMFILE', /may not open more files\. Raise the limit \(ulimit -n\)/],
  ['EACCES', /cannot be (?:read|written|opened)|not allowed|EACCES/],
];

const cases = places.flatMap(([operation, what, path]) =>
  codes.map(([code, message]) => [code, operation, what, path, message] as const),
);

test.each(cases)(
  '%s at %s of %s refuses a start and a recovery in one sentence',
  async (code, operation, _what, path, message) => {
    for (const begin of [async (disk: Failing) => openOn(disk), async (disk: Failing) => recover('/data', { disk })]) {
      const disk = await filled();
      const before = textsOf(disk.contents());
      disk.failure = { operation, path, code };
      const outcome: unknown = await begin(disk).catch((reason: unknown) => reason);
      disk.failure = undefined;
      expect(disk.hits).toBeGreaterThan(0);
      expect(outcome).toBeInstanceOf(StartRefusedError);
      expect((outcome as Error).message).toMatch(message);
      expect((outcome as Error).message).not.toContain('\n');
      expect(textsOf(disk.contents())).toEqual(before);
      const again = await openOn(disk);
      expect(await noteTexts(again)).toEqual(texts);
      await again.close();
    }
  },
);

/** Reports more bytes than memory has for every file whose name matches, as a damaged file system does. */
class Oversized extends FaultyDisk {
  name: RegExp | undefined;

  override sizeNow(path: string): number | undefined {
    return this.name?.test(path) === true ? 5 * 1024 ** 3 : super.sizeNow(path);
  }
}

test.each([/\.journal$/, /journal-end/, /manifest\.json$/, /\.lock$/])(
  'a start reads files as far as they go whose size is given as 5 GB: %s',
  async (name) => {
    const disk = new Oversized();
    const storage = await openOn(disk);
    await addNote(storage, 'kept');
    await storage.compact();
    await addNote(storage, 'after');
    await storage.close();
    disk.name = name;
    const again = await openOn(disk);
    expect(await noteTexts(again)).toEqual(['kept', 'after']);
    await again.close();
  },
);

test.each([
  ['EROFS', '/data cannot be written (EROFS).'],
  ['Unknown system error -122', '/data cannot be opened: the disk is full.'],
])('a start whose first write ends with %s names the folder', async (code, message) => {
  const disk = new HangingDisk();
  const storage = await openOn(disk);
  await storage.close();
  disk.refusal = code;
  const refused = openOn(disk, {
    migrations: [...notes, { number: 2, name: 'more', sql: 'CREATE TABLE more (id INTEGER)' }],
  });
  await expect(refused).rejects.toMatchObject({ kind: 'refused', message });
});
