/** The preview of an export: counts that agree with the export itself, and twenty broken archives that it reports or refuses. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packTo, teamFiles, type ArchiveFiles } from '../../../e2e/import/zulip-export.ts';
import type { ExpectedProblem } from '../../testing/collected-records.ts';
import { copyDemo } from '../../testing/demo-folder.ts';
import { exportTeam } from '../team-export/team-export.ts';
import type { ArchiveLimits } from './archive.ts';
import { ImportRefused, Problems, type Problem } from './report.ts';
import type { TeamPreview } from './source.ts';
import { previewZulip } from './zulip-preview.ts';

let folder: string;
let archive: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-preview-'));
  archive = join(folder, 'team.tar.gz');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shape = { seed: 7, users: 30, channels: 6, messages: 2500, files: 3 };

async function preview(
  limits?: ArchiveLimits,
): Promise<{ found: TeamPreview & { title: string; origin: string }; problems: Problem[] }> {
  const problems: Problem[] = [];
  const report = (problem: Problem): unknown => problems.push(problem);
  const signal = new AbortController().signal;
  const found = await previewZulip(archive, { report, signal, ...(limits && { limits }) });
  return { found, problems };
}

describe('whole archives', () => {
  test('counts users, channels, messages and files of an export of the demo as the export did', async () => {
    const data = join(folder, 'demo');
    await copyDemo('edge-cases', data);
    const counts = await exportTeam(data, archive);
    const { found, problems } = await preview();
    expect(found.title).toBe('Hearth');
    expect(found.counts.users + found.counts.bots).toBe(counts.users);
    expect(found.counts.channels).toBe(counts.channels);
    expect(found.counts.messages).toBe(counts.messages);
    // Addresses that the larger server does not take are kept for another Hearth.
    expect(found.people.filter(({ email }) => email === null)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.each([1, 2, 3])('reads a generated archive with and without a folder around it, seed %i', async (seed) => {
    const files = teamFiles({ ...shape, seed });
    await packTo(archive, files);
    const { found, problems } = await preview();
    expect(found.counts).toMatchObject({
      users: 25,
      bots: 5,
      channels: 6,
      private_channels: 3,
      messages: 2500,
      files: 3,
    });
    expect(found.counts.direct_messages).toBe(625);
    expect(found.notCarriedOver).toContain('When users were online');
    expect(problems).toEqual([]);
    await packTo(
      archive,
      new Map([...files].toReversed().map(([name, content]) => [`zulip-export-x/${name}`, content])),
    );
    expect((await preview()).found).toEqual(found);
  });
});

test('counts 100,000 messages, also where a number is NaN beside a text of 20 MB', async () => {
  const files = teamFiles({ ...shape, messages: 100_000 });
  const long = `"${'long \\" text '.repeat(2_000_000)}"`;
  const first = String(files.get('messages-000001.json')).replace('"Message 1"', long).replace('1700000002', 'NaN');
  await packTo(archive, files.set('messages-000001.json', first));
  const { found, problems } = await preview();
  expect(found.counts.messages).toBe(100_000);
  expect(problems.map(({ line, done }) => [line, done])).toEqual([
    [null, 'changed'],
    [2, 'changed'],
  ]);
});

type Change = (files: ArchiveFiles) => void;
const files = (change: Change): ArchiveFiles => {
  const all = teamFiles(shape);
  change(all);
  return all;
};
const inRealm =
  (change: (realm: Record<string, Record<string, unknown>[]>) => void): Change =>
  (all) => {
    const realm = JSON.parse(String(all.get('realm.json'))) as Record<string, Record<string, unknown>[]>;
    change(realm);
    all.set('realm.json', JSON.stringify(realm));
  };
const inFirstMessage =
  (from: string, to: string): Change =>
  (all) =>
    void all.set('messages-000001.json', String(all.get('messages-000001.json')).replace(from, to));

describe('broken archives that are reported', () => {
  test.each<[string, Change, ExpectedProblem]>([
    ['a time is NaN', inFirstMessage('1700000001', 'NaN'), { line: 1, done: 'changed' }],
    ['a message has no sender', inFirstMessage('"sender"', '"other"'), { line: 1, done: 'left out' }],
    ['a message has no content', inFirstMessage('"Message 1"', 'null'), { line: 1, done: 'left out' }],
    ['a record of messages is no object', inFirstMessage('[{', '[5,{'), { line: 1, done: 'left out' }],
    [
      'a file of messages is cut off',
      (all) => void all.set('messages-000002.json', String(all.get('messages-000002.json')).slice(0, 900)),
      { file: 'messages-000002.json', line: 1, what: 'The file ends too early.', done: 'left out' },
    ],
    ['a file of messages is empty', (all) => void all.set('messages-000002.json', ''), { line: 1, done: 'left out' }],
    [
      'a user has no name',
      inRealm((realm) => void (realm['zerver_userprofile']![2]!['full_name'] = ' ')),
      { line: 3, done: 'changed' },
    ],
    [
      'two users have one id',
      inRealm((realm) => void (realm['zerver_userprofile']![2]!['id'] = 1)),
      { line: 3, done: 'left out' },
    ],
    [
      'two users have one address',
      inRealm((realm) => void (realm['zerver_userprofile']![2]!['delivery_email'] = 'USER1@office.example')),
      { line: 3, done: 'changed' },
    ],
    [
      'two channels have one name',
      inRealm((realm) => void (realm['zerver_stream']![1]!['name'] = 'Channel 1')),
      { line: 2, done: 'changed' },
    ],
    [
      'a channel has no name',
      inRealm((realm) => void (realm['zerver_stream']![1]!['name'] = '')),
      { line: 2, done: 'changed' },
    ],
    [
      'a table is no list',
      inRealm((realm) => void Object.assign(realm, { zerver_recipient: 'x' })),
      { line: null, done: 'left out' },
    ],
    [
      'a path leads out of the archive',
      (all) => void all.set('uploads/../../etc/passwd', 'x'),
      { what: 'The path leads out of the archive.', done: 'left out' },
    ],
  ])('reports it when %s', async (_, change, expected) => {
    await packTo(archive, files(change));
    const { found, problems } = await preview();
    expect(problems).toContainEqual(expect.objectContaining(expected));
    expect(found.organization).toBe('Office');
    expect(found.problems).toEqual(problems.slice(0, 20));
  });

  test('leaves out links, and never follows them', async () => {
    const link = { name: 'uploads/2/aa/link', type: 'symlink', linkname: '/etc/passwd' } as const;
    await packTo(archive, teamFiles(shape), [link]);
    const { found, problems } = await preview();
    expect(problems).toEqual([
      { file: link.name, line: null, what: 'This is a link or a device, not a file.', done: 'left out' },
    ]);
    expect(found.counts.files).toBe(3);
  });
});

describe('broken archives that are refused', () => {
  const write = (change: Change) => async (): Promise<void> => packTo(archive, files(change));
  test.each<[string, () => Promise<void>, RegExp]>([
    ['it is empty', () => writeFile(archive, ''), /The file is empty\. Copy it again\./],
    [
      'it is no archive',
      () => writeFile(archive, 'PK\u0003\u0004 a zip'),
      /line 1: This is no tar or tar\.gz file\. Choose/,
    ],
    [
      'its realm.json is cut off',
      write((all) => void all.set('realm.json', String(all.get('realm.json')).slice(0, 300))),
      /^realm\.json, line \d\d: The file ends too early\. Copy/,
    ],
    ['it has no realm.json', write((all) => void all.delete('realm.json')), /^realm\.json: The archive has no/],
    ['it has no organization', write(inRealm((realm) => void (realm['zerver_realm'] = []))), /has no organization/],
    [
      'its version cannot be read',
      write((all) => void all.set('migration_status.json', '{"zulip_version":"8.1"}')),
      /^migration_status\.json: The archive is of version 8\.1.*Upgrade/,
    ],
    ['it is a backup', write((all) => void all.set('snapshot-00000001.sqlite', 'x')), /npm run restore/],
    [
      'it ends too early',
      async () => {
        await packTo(archive, teamFiles(shape));
        await writeFile(archive, (await readFile(archive)).subarray(0, 9000));
      },
      /damaged or ends too early here\. Copy/,
    ],
    [
      'it is uncompressed and ends too early',
      async () => {
        await packTo(archive, teamFiles(shape));
        await writeFile(archive, gunzipSync(await readFile(archive)).subarray(0, 3000));
      },
      /damaged or ends too early here\. Copy/,
    ],
  ])('refuses it with a place and advice when %s', async (_, make, message) => {
    await make();
    const refused = await preview().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ImportRefused);
    expect((refused as Error).message).toMatch(message);
    expect((refused as Error).message).toMatch(/Nothing was imported\.$/);
  });

  test('refuses an archive that expands without end, has too many files or a file that is too large', async () => {
    await packTo(
      archive,
      files((all) => void all.set('uploads/2/aa/zeros', Buffer.alloc(20_000_000))),
    );
    const limits = { entries: 1000, textBytes: 1_000_000, expansion: 50 };
    await expect(preview(limits)).rejects.toThrow('expands to far more');
    await expect(preview({ ...limits, expansion: 1e6, entries: 2 })).rejects.toThrow('too many files');
    await expect(preview({ ...limits, expansion: 1e6, textBytes: 1000 })).rejects.toThrow('too large to be read');
  });

  test('ends when it is cancelled', async () => {
    await packTo(archive, teamFiles(shape));
    const stop = AbortSignal.abort();
    await expect(previewZulip(archive, { report: new Problems().report, signal: stop })).rejects.toThrow('abort');
  });
});
