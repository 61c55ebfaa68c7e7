/** Archives as downloads, other programs and mishaps leave them: each is read with a report, or refused with what to do. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slackExport } from '../../../e2e/import/slack-export.ts';
import { zipTo } from '../../../e2e/import/zip.ts';
import { packTo, teamFiles, type ArchiveFiles } from '../../../e2e/import/zulip-export.ts';
import { previewFile } from './job.ts';
import { previewTeam } from './open-source.ts';
import type { Problem } from './report.ts';

let folder: string;
/** An export of Slack, and one of the larger server. */
let zip: Buffer;
let tar: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-odd-archives-'));
  await zipTo(join(folder, 'a.zip'), slackExport({ seed: 3, users: 5, channels: 2, messages: 30, files: 0 }));
  zip = await readFile(join(folder, 'a.zip'));
  await packTo(join(folder, 'a.tar.gz'), teamFiles({ seed: 3, users: 5, channels: 2, messages: 30, files: 2 }));
  tar = gunzipSync(await readFile(join(folder, 'a.tar.gz')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
async function preview(bytes: Buffer) {
  const file = join(folder, 'export');
  await writeFile(file, bytes);
  const problems: Problem[] = [];
  const report = (problem: Problem): number => problems.push(problem);
  const { counts } = await previewTeam(file, { work: join(folder, 'work'), signal, report });
  return { counts, problems };
}

/** Changes a number of two bytes in each entry of the directory of a zip file. */
function inDirectory(at: number, change: (value: number) => number): Buffer {
  const changed = Buffer.from(zip);
  for (let entry = 0; (entry = changed.indexOf('PK\x01\x02', entry, 'latin1')) >= 0; entry += 4)
    changed.writeUInt16LE(change(changed.readUInt16LE(entry + at)), entry + at);
  return changed;
}

const packed = async (files: ArchiveFiles): Promise<Buffer> => {
  await zipTo(join(folder, 'b.zip'), files);
  return readFile(join(folder, 'b.zip'));
};
const beginning = (hex: string): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(1000, 1)]);

describe('archives that are refused', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      'a program that unpacks on its own',
      () => Buffer.concat([Buffer.from('MZ stub'), zip]),
      /This is a program.*Unpack it/,
    ],
    [
      'a zip file with bytes before it',
      () => Buffer.concat([Buffer.from('PK00'), zip]),
      /damaged or ends too early\. Copy/,
    ],
    [
      'a zip file with bytes behind it',
      () => Buffer.concat([zip, Buffer.alloc(100, 'x')]),
      /damaged or ends too early/,
    ],
    [
      'a zip file that was not downloaded to its end',
      () => zip.subarray(0, zip.length - 50),
      /damaged or ends too early/,
    ],
    ['two different zip files in one', () => Buffer.concat([zip.subarray(0, 400), zip]), /damaged/],
    ['an encrypted zip file', () => inDirectory(8, (flags) => flags | 1), /encrypted.*Unpack it with its password/],
    [
      'a zip file with another compression',
      () => inDirectory(10, () => 93),
      /packed in a way that cannot be read.*ordinary/,
    ],
    [
      'a part of a split zip file',
      () => {
        const part = Buffer.from(zip);
        part.writeUInt16LE(1, part.lastIndexOf('PK\x05\x06', part.length, 'latin1') + 4);
        return part;
      },
      /damaged or ends too early/,
    ],
    [
      'a zip file in a zip file',
      () => packed(new Map([['export.zip', zip]])),
      /^export\.zip: .*Unpack the zip file, and/,
    ],
    [
      'a tar.gz file in a zip file',
      () => packed(new Map([['team.tar.gz', gzipSync(tar)]])),
      /^team\.tar\.gz: .*Unpack/,
    ],
    [
      'a zip file that was compressed again',
      () => gzipSync(zip),
      /what is packed in it is no tar archive.*unpack it once/,
    ],
    ['a tar.gz file that was compressed again', () => gzipSync(gzipSync(tar)), /no tar archive.*unpack it once/],
    [
      'a tar.gz file with bytes behind it',
      () => Buffer.concat([gzipSync(tar), Buffer.from('more')]),
      /The archive is damaged/,
    ],
    ['a 7z archive', () => beginning('377abcaf271c'), /line 1: This is a 7z archive\. Unpack it/],
    ['a RAR archive', () => beginning('526172211a0701'), /This is a RAR archive\. Unpack it/],
    ['an xz file', () => beginning('fd377a585a00'), /xz compressed\. Unpack it/],
    ['a zstd file', () => beginning('28b52ffd'), /zstd compressed\. Unpack it/],
    ['a bzip2 file', () => beginning('425a6839'), /bzip2 compressed\. Unpack it/],
    ['a web page', () => Buffer.from('<!doctype html><title>Sign in</title>'), /no tar or tar\.gz file\. Choose/],
    ['an empty file', () => Buffer.alloc(0), /The file is empty\. Copy it again/],
    [
      'a zip file without files',
      () => Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'),
      /The archive is empty\. Choose/,
    ],
  ])('%s', async (_what, make, sentence) => {
    const bytes = await make();
    await expect(preview(bytes)).rejects.toThrow(sentence);
    await expect(preview(bytes)).rejects.toThrow(/Nothing was imported\.$/);
  });
});

describe('archives that are read', () => {
  const counts = { users: 5, channels: 2, messages: 30 };

  test('a tar file that is not compressed, or compressed in parts', async () => {
    expect(await preview(tar)).toMatchObject({ counts, problems: [] });
    const parts = Buffer.concat([gzipSync(tar.subarray(0, 2048)), gzipSync(tar.subarray(2048))]);
    expect(await preview(parts)).toMatchObject({ counts, problems: [] });
  });

  test('a tar file with devices, links and long names, each of which is reported or kept', async () => {
    const files = teamFiles({ seed: 3, users: 5, channels: 2, messages: 30, files: 2 });
    const packing = pack();
    const long = `uploads/${'d'.repeat(120)}/${'é'.repeat(60)}/x.txt`;
    for (const [name, content] of [...files, [long, 'long'] as const]) packing.entry({ name }, content);
    packing.entry({ name: 'uploads/pipe', type: 'fifo' });
    packing.entry({ name: 'uploads/disk', type: 'block-device' });
    packing.entry({ name: 'uploads/link', type: 'symlink', linkname: '/etc/passwd' });
    packing.entry({ name: 'uploads/hard', type: 'link', linkname: 'realm.json' });
    packing.entry({ name: '/etc/passwd' }, 'x');
    packing.entry({ name: 'uploads/../../x' }, 'x');
    packing.entry({ name: 'uploads\\..\\..\\y' }, 'x');
    packing.entry({ name: 'realm.json' }, '{}');
    packing.finalize();
    const chunks: Buffer[] = [];
    for await (const chunk of packing) chunks.push(chunk as Buffer);
    const read = await preview(Buffer.concat(chunks));
    expect(read.counts).toMatchObject(counts);
    expect(read.problems.map(({ file, what }) => `${file}: ${what}`)).toEqual([
      'uploads/pipe: This is a link or a device, not a file.',
      'uploads/disk: This is a link or a device, not a file.',
      'uploads/link: This is a link or a device, not a file.',
      'uploads/hard: This is a link or a device, not a file.',
      '/etc/passwd: The path leads out of the archive.',
      'uploads/../../x: The path leads out of the archive.',
      'uploads\\..\\..\\y: The path leads out of the archive.',
      'realm.json: The archive has two files of this name.',
    ]);
  });

  test('a zip file of which one list cannot be read is counted with what is left', async () => {
    const changed = Buffer.from(zip);
    const first = changed.indexOf('PK\x01\x02', 0, 'latin1');
    changed.writeUInt16LE(changed.readUInt16LE(first + 8) | 1, first + 8);
    const file = join(folder, 'one.zip');
    await writeFile(file, changed);
    const hooks = { signal, onProgress: () => undefined };
    const { preview: found, problemCount } = await previewFile({ file, work: join(folder, 'work') }, hooks);
    expect(found.counts.messages).toBe(30);
    expect(problemCount).toBeGreaterThan(0);
  });
});
