/** Archives of the larger server in the shape that it writes: which of their files and tables are read, and which are reported. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packTo, teamFiles, type ArchiveFiles } from '../../../e2e/import/zulip-export.ts';
import { reading } from '../../testing/collected-records.ts';
import { openZulip } from './zulip-source.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-zulip-shapes-'));
  file = join(folder, 'team.tar.gz');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const shape = { seed: 5, users: 6, channels: 2, messages: 8, files: 0 };
let count = 0;
const { read, preview } = reading(openZulip, () => ({ file, work: join(folder, `work-${count}`) }));

type Tables = Record<string, Record<string, unknown>[]>;
/** Writes an archive below a folder with a random name, as the server does, with the lists that it always has. */
async function write(change: (realm: Tables) => void, more: ArchiveFiles = new Map()): Promise<void> {
  count += 1;
  const files = teamFiles(shape);
  const realm = JSON.parse(String(files.get('realm.json'))) as Tables;
  for (const user of realm['zerver_userprofile'] ?? []) user['date_joined'] = 1_600_000_000.5;
  change(realm);
  files.set('realm.json', JSON.stringify({ ...realm, import_source: 'zulip' }, null, 2));
  for (const name of ['uploads', 'avatars', 'emoji', 'realm_icons']) files.set(`${name}/records.json`, '[]');
  files.set('attachment.json', '{"zerver_attachment": []}');
  files.set('analytics.json', '{"analytics_realmcount": []}');
  files.set('stats.json', '{"realm": {"zerver_realm": 1}}');
  files.set('consented_user_ids.json', '[1, 2]');
  for (const [name, content] of more) files.set(name, content);
  await packTo(file, new Map([...files].map(([name, content]) => [`zulip-export-k3x/${name}`, content])));
}
const record = (more: Record<string, unknown>): string =>
  JSON.stringify([{ realm_id: 2, s3_path: more['path'], size: 7, last_modified: 1_700_000_000, ...more }]);

test('files that the server writes for itself are not reported, and all that nothing refers to are, by their names', async () => {
  await write(() => undefined);
  const { problems } = await read();
  expect(problems).toEqual([]);
  const used = 'uploads/2/ab/QEuZv/notes.txt';
  await write(
    () => undefined,
    new Map([
      [used, 'content'],
      ['uploads/2/ab/lost/plan.pdf', 'lost'],
      ['uploads/records.json', record({ path: '2/ab/QEuZv/notes.txt', user_profile_id: 1 })],
      [
        'attachment.json',
        JSON.stringify({
          zerver_attachment: [
            { id: 1, path_id: '2/ab/QEuZv/notes.txt', owner: 1, file_name: 'notes.txt', create_time: 1, messages: [1] },
          ],
        }),
      ],
      ['avatars/2/face.png', 'picture'],
      ['avatars/2/face.original', 'picture'],
      ['avatars/2/other.png', 'picture'],
      [
        'avatars/records.json',
        JSON.stringify([
          { path: '2/face.png', user_profile_id: 1 },
          { path: '2/face.original', user_profile_id: 1 },
        ]),
      ],
      ['messages-000001.json.partial', '{}'],
      ['thumbnail/2/ab/840x560.webp', 'small'],
      ['extra.json', '{}'],
    ]),
  );
  const found = await read();
  expect(found.problems.map(({ file: name, what, done }) => [name, what, done]).toSorted()).toEqual(
    [
      'avatars/2/other.png',
      'zulip-export-k3x/extra.json',
      'zulip-export-k3x/messages-000001.json.partial',
      'zulip-export-k3x/thumbnail/2/ab/840x560.webp',
      'uploads/2/ab/lost/plan.pdf',
    ]
      .toSorted()
      .map((name) => [name, 'Nothing in the export refers to this file.', 'left out']),
  );
});

test('tables that have no place here are named, those that are unknown with the number of their records', async () => {
  await write((realm) => {
    realm['zerver_realmauditlog'] = [{ id: 1 }];
    realm['zerver_realmexport'] = [{ id: 1 }];
    realm['zerver_presencesequence'] = [{ id: 1 }];
    realm['zerver_huddle'] = [{ id: 1 }];
    realm['zerver_newthing'] = [{ id: 1 }, { id: 2 }];
    realm['zerver_botstoragedata'] = [{ id: 1, bot_profile: 6, key: 'count', value: '7' }];
  });
  expect((await preview()).notCarriedOver).toEqual([
    'Passwords, API keys and sessions: users choose a new password',
    'Who has read what: all messages are read',
    'When users were online',
    'The audit log',
    'Earlier exports',
    'Records of zerver_newthing, which Hearth does not know: 2',
  ]);
  const { of } = await read();
  expect(of('personal')).toMatchObject([{ of: 'bot-storage', user: 6, key: 'count', value: '7' }]);
});
