/** Zip archives are read by their directory, and nothing in them is trusted. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renamed, zipTo, type ExportFiles } from '../../../e2e/import/zip.ts';
import type { ArchiveLimits } from './archive.ts';
import type { Problem } from './report.ts';
import { DamagedEntry, ZipArchive } from './zip-archive.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-zip-'));
  file = join(folder, 'export.zip');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const root = /^users\.json$/;
const limits: ArchiveLimits = { entries: 100, textBytes: 100_000, expansion: 50 };
const sample = (): ExportFiles =>
  new Map([
    ['users.json', '[]'],
    ['ünï/2024-01-01.json', 'a\nbb\n'],
  ]);

async function opened(given = limits): Promise<{ archive: ZipArchive; problems: Problem[] }> {
  const problems: Problem[] = [];
  return {
    archive: await ZipArchive.open(file, root, { report: (one) => problems.push(one), limits: given }),
    problems,
  };
}

describe('whole archives', () => {
  test.each([
    ['compressed', {}],
    ['stored', { compress: false }],
    ['in the form for large files', { forceZip64Format: true }],
  ])('are read when they are %s', async (_, options) => {
    await zipTo(file, sample(), () => options);
    const { archive, problems } = await opened();
    expect([...archive.names]).toEqual(['users.json', 'ünï/2024-01-01.json']);
    expect(await archive.text('ünï/2024-01-01.json')).toEqual({ text: 'a\nbb\n', damage: undefined });
    expect(await archive.take('users.json')(join(folder, 'taken'))).toBe(2);
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('[]');
    expect([problems, archive.read]).toEqual([[], 7]);
    await archive.close();
  });

  test('are read below a folder that holds all of them, and what programs add is passed over', async () => {
    const files = [...sample(), ['__MACOSX/x', ''] as const].map(
      ([name, content]) => [`Office export/${name}`, content] as const,
    );
    await zipTo(file, new Map(files));
    const { archive, problems } = await opened();
    expect([...archive.names]).toEqual(['users.json', 'ünï/2024-01-01.json']);
    expect(problems).toEqual([]);
    await archive.close();
  });

  test('are read when they say nothing of UTF-8, or have names in another encoding', async () => {
    await zipTo(file, new Map([...sample(), ['caf#.txt', 'x']]));
    const bytes = renamed(await readFile(file), 'caf#.txt', 'caf\u0082.txt');
    // The flag for UTF-8 in each header.
    for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 1))
      bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) & ~0x800, at + 8);
    await writeFile(file, bytes);
    const { archive } = await opened();
    expect([...archive.names]).toEqual(['users.json', 'ünï/2024-01-01.json', 'café.txt']);
    await archive.close();
  });
});

describe('entries that are left out', () => {
  test('are links, paths that lead outside, and second files of one name', async () => {
    const more: ExportFiles = new Map([
      ['link', '/etc/passwd'],
      ['aa/bb', 'x'],
      ['cc/dd', 'y'],
      ['\\\\host\\x'.replaceAll('\\', '_'), ''],
    ]);
    await zipTo(file, new Map([...sample(), ...more]), (name) => (name === 'link' ? { mode: 0o120777 } : {}));
    await writeFile(file, renamed(renamed(await readFile(file), 'aa/bb', '../bb'), 'cc/dd', '/c/dd'));
    const { archive, problems } = await opened();
    expect([...archive.names]).toEqual(['users.json', 'ünï/2024-01-01.json', '__host_x']);
    expect(problems.map(({ file: path, what, done }) => [path, what, done])).toEqual([
      ['link', 'This is a link or a device, not a file.', 'left out'],
      ['../bb', 'The path leads out of the archive.', 'left out'],
      ['/c/dd', 'The path leads out of the archive.', 'left out'],
    ]);
    await archive.close();
  });

  test('are damaged files, of which the others are read', async () => {
    await zipTo(file, sample(), () => ({ compress: false }));
    await writeFile(file, renamed(await readFile(file), 'a\nbb\n', 'a\nbc\n'));
    const { archive } = await opened();
    const { text, damage } = await archive.text('ünï/2024-01-01.json');
    expect([text, damage]).toEqual(['a\nbc\n', expect.any(DamagedEntry)]);
    await expect(archive.text('nothing')).rejects.toThrow(DamagedEntry);
    const damaged = join(folder, 'damaged');
    await expect(archive.take('ünï/2024-01-01.json')(damaged)).rejects.toThrow(DamagedEntry);
    expect(await readFile(damaged, 'utf8')).toBe('a\nbc\n');
    expect(await archive.text('users.json')).toEqual({ text: '[]', damage: undefined });
    await archive.close();
  });
});

describe('archives that are refused', () => {
  const write = async (files: ExportFiles, change: (bytes: Buffer) => Buffer = (bytes) => bytes): Promise<void> => {
    await zipTo(file, files);
    await writeFile(file, change(await readFile(file)));
  };
  test.each<[string, () => Promise<void>, RegExp]>([
    ['they are empty files', () => writeFile(file, ''), /The file is empty\. Copy/],
    ['they are of another kind', () => writeFile(file, 'tar'), /This is no zip file\. Choose/],
    ['they hold nothing', () => write(new Map()), /The archive is empty\. Choose/],
    [
      'they end too early',
      () => write(sample(), (bytes) => bytes.subarray(0, bytes.length - 60)),
      /damaged or ends too early\. Copy/,
    ],
    [
      'their directory is damaged',
      () => write(sample(), (bytes) => renamed(bytes, 'PK\u0001\u0002', 'PK\u0009\u0009')),
      /damaged/,
    ],
    [
      'they expand without end',
      () => write(new Map([['users.json', Buffer.alloc(20_000_000)]])),
      /expands to far more/,
    ],
    [
      'they have too many files',
      () => write(new Map(Array.from({ length: 101 }, (_, i) => [`${i}`, '']))),
      /too many files/,
    ],
  ])('when %s', async (_, make, message) => {
    await make();
    await expect(opened()).rejects.toThrow(message);
  });

  test('when entries share their content', async () => {
    await zipTo(
      file,
      new Map([
        ['aaaa', 'x'.repeat(90)],
        ['bbbb', 'x'.repeat(90)],
      ]),
      () => ({ compress: false }),
    );
    const bytes = await readFile(file);
    const second = bytes.lastIndexOf('PK\u0001\u0002');
    for (const at of [second, bytes.indexOf('PK\u0001\u0002')]) bytes.writeUInt32LE(400, at + 20).toString();
    await writeFile(file, bytes);
    await expect(opened()).rejects.toThrow(/expands to far more|damaged/);
  });
});
