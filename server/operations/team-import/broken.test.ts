/** Broken exports that are imported all the same: what is bad is left out or repaired and told, what is good comes, and nothing fails. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { packTo, teamFiles, type ArchiveFiles } from '../../../e2e/import/zulip-export.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { copyDemo } from '../../testing/demo-folder.ts';
import { importIntoFolder, type FolderImport } from './import-folder.ts';
import type { WrittenTeam } from './job-types.ts';

let root: string;
let dataDir: string;
let archive: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-broken-'));
  archive = join(root, 'team.tar.gz');
});
beforeEach(() => {
  count += 1;
  dataDir = join(root, `data${count}`);
});
afterAll(() => rm(root, { recursive: true, force: true }));

const shape = { seed: 3, users: 12, channels: 4, messages: 60, files: 2 };
const run = (asked: Partial<FolderImport> = {}): Promise<WrittenTeam> =>
  importIntoFolder({
    dataDir,
    file: archive,
    choose: () => ({ leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: '', team: null }),
    owner: { email: 'owner@office.example', fullName: 'Olga Owner', passwordHash: null },
    nowMs: Date.UTC(2030, 0, 1),
    signal: new AbortController().signal,
    onPhase: () => undefined,
    onProgress: () => undefined,
    ...asked,
  });
const rows = async <T>(sql: string): Promise<T[]> => readFolder(dataDir, async (db) => db.all<T>(sql));

type Change = (all: ArchiveFiles) => void;
type Realm = Record<string, Record<string, unknown>[]>;
const inRealm =
  (change: (realm: Realm) => void): Change =>
  (all) => {
    const realm = JSON.parse(String(all.get('realm.json'))) as Realm;
    change(realm);
    all.set('realm.json', JSON.stringify(realm));
  };
const row = (realm: Realm, table: string, at: number): Record<string, unknown> => realm[table]?.[at] ?? {};
const inMessages =
  (change: (messages: Record<string, unknown>[]) => void): Change =>
  (all) => {
    const part = JSON.parse(String(all.get('messages-000001.json'))) as { zerver_message: Record<string, unknown>[] };
    change(part.zerver_message);
    all.set('messages-000001.json', JSON.stringify(part));
  };

describe('bad records are reported, and the rest is imported', () => {
  test.each<[string, Change, RegExp, number]>([
    [
      'a message has an unknown sender',
      inMessages((all) => void (all[3]!['sender'] = 999)),
      /sender of the message is not in the file\. Left out: 1/,
      59,
    ],
    [
      'a message goes to a recipient that is not there',
      inMessages((all) => void (all[3]!['recipient'] = 999)),
      /recipient of the message is not in the file\. Left out: 1/,
      59,
    ],
    [
      'two messages have one id',
      inMessages((all) => void (all[3]!['id'] = 3)),
      /Two messages have one id\. Left out: 1/,
      59,
    ],
    ['ids of messages are out of order', inMessages((all) => all.reverse()), /Messages: 60/, 60],
    [
      'a message is of the future',
      inMessages((all) => void (all[3]!['date_sent'] = 9e12)),
      /time to come.*Changed: 1/,
      60,
    ],
    [
      'a message is of before all time',
      inMessages((all) => void (all[3]!['date_sent'] = -5)),
      /time that cannot be right.*Changed: 1/,
      60,
    ],
    [
      'a time is in milliseconds',
      inMessages((all) => void (all[3]!['date_sent'] = 1_700_000_004_000)),
      /time of the message is not in seconds; it is converted\. Changed: 1/,
      60,
    ],
    [
      'an id is no number',
      inMessages((all) => void (all[3]!['id'] = 'four')),
      /no id, sender or recipient\. Left out: 1/,
      59,
    ],
    ['an id is too large', inMessages((all) => void (all[3]!['id'] = 2 ** 60)), /./, 60],
    [
      'a content is of a wrong type',
      inMessages((all) => void (all[3]!['content'] = { a: 1 })),
      /no content\. Left out: 1/,
      59,
    ],
    ['a content is empty', inMessages((all) => void (all[3]!['content'] = ' \n ')), /no content\. Left out: 1/, 59],
    [
      'a content has a NUL and is very long',
      inMessages((all) => void (all[3]!['content'] = `a\0${'long text '.repeat(20_000)}`)),
      /too long, and is cut\. Changed: 1/,
      60,
    ],
    [
      'a content has a megabyte',
      inMessages((all) => void (all[3]!['content'] = '**bold** `'.repeat(100_000))),
      /too long, and is cut\. Changed: 1/,
      60,
    ],
    [
      'a content mentions thousands of users',
      inMessages((all) => void (all[3]!['content'] = '@**Ada Okoye|1** @**Nobody** '.repeat(3000))),
      /Messages: 60/,
      60,
    ],
    [
      'an earlier version of a message has a megabyte',
      inMessages((all) => {
        const edit = { user_id: 1, timestamp: 1_700_000_009, prev_content: 'word '.repeat(200_000) };
        all[3]!['edit_history'] = JSON.stringify([edit]);
      }),
      /An earlier version of the message is too long, and is cut\. Changed: 1/,
      60,
    ],
    [
      'a topic is far too long',
      inMessages((all) => void (all[0]!['subject'] = 'x'.repeat(500))),
      /topic of the message is too long.*Changed: 1/,
      60,
    ],
    [
      'a history is no JSON',
      inMessages((all) => void (all[3]!['edit_history'] = '{oops')),
      /edit history of the message cannot be read\. Changed: 1/,
      60,
    ],
    [
      'a history has entries that are none',
      inMessages((all) => void (all[3]!['edit_history'] = '[null, 5, {"timestamp": "x"}]')),
      /edit history of the message cannot be read\. Changed: 1/,
      60,
    ],
    [
      'a user has a name that cannot be one',
      inRealm((all) => void (row(all, 'zerver_userprofile', 2)['full_name'] = '**`|>"@')),
      /name of the user has characters.*Changed: 1/,
      60,
    ],
    [
      'a user has an address that is none',
      inRealm((all) => void (row(all, 'zerver_userprofile', 2)['delivery_email'] = 'not an address')),
      /address of the user is none.*Changed: 1/,
      60,
    ],
    [
      'two users have one address',
      inRealm((all) => void (row(all, 'zerver_userprofile', 2)['delivery_email'] = 'USER1@office.example')),
      /Two users have one address.*Changed: 1/,
      60,
    ],
    [
      'two channels have one name',
      inRealm((all) => void (row(all, 'zerver_stream', 1)['name'] = 'CHANNEL 1')),
      /channel has no name of its own here.*Changed: 1/,
      60,
    ],
    [
      'a channel has no name',
      inRealm((all) => void (row(all, 'zerver_stream', 1)['name'] = '')),
      /channel has no name of its own here.*Changed: 1/,
      60,
    ],
    [
      'a setting has a wrong type',
      inRealm((all) => void (row(all, 'zerver_realm', 0)['invite_required'] = 'perhaps')),
      /setting of the organization has a value.*Left out: 1/,
      60,
    ],
    [
      'the organization has no name',
      inRealm((all) => void (row(all, 'zerver_realm', 0)['name'] = '')),
      /organization has no name\. Changed: 1/,
      60,
    ],
    [
      'a reaction is to a message that is not there',
      inRealm(
        (all) =>
          void (all['zerver_reaction'] = [
            {
              id: 1,
              message: 999,
              user_profile: 1,
              emoji_name: 'smile',
              emoji_code: '1f642',
              reaction_type: 'unicode_emoji',
            },
          ]),
      ),
      /message or the user of a reaction was not imported\. Left out: 1/,
      60,
    ],
    [
      'a reaction, a vote and the value of a profile field do not say of what',
      inRealm((all) => {
        all['zerver_reaction'] = [{ id: 1, message: 'x', user_profile: 1, emoji_name: 'smile' }];
        all['zerver_submessage'] = [{ id: 1, message: null, sender: 1, msg_type: 'widget', content: '{}' }];
        all['zerver_customprofilefieldvalue'] = [{ id: 1, user_profile: 1, field: {}, value: 'Kitchen' }];
      }),
      /profile field has no user or field\. Left out: 1[^]*reaction has no message or user\. Left out: 1[^]*vote or task has no message or user\. Left out: 1/,
      60,
    ],
    [
      'a file is named and missing',
      (all) =>
        void all.set(
          'attachment.json',
          JSON.stringify({
            zerver_attachment: [
              { id: 1, path_id: '1/xx/gone.txt', owner: 1, file_name: 'gone.txt', create_time: 1, messages: [] },
            ],
          }),
        ),
      /file that was uploaded is missing\. Left out: 1/,
      60,
    ],
    [
      'a file of messages is cut off in a message',
      (all) => {
        const file = String(all.get('messages-000001.json'));
        all.set('messages-000001.json', file.slice(0, file.indexOf('"Message 41"')));
      },
      /file ends too early\. Left out: 1/,
      40,
    ],
    [
      'a group is below itself',
      inRealm((all) => {
        all['zerver_namedusergroup'] = [{ id: 50, name: 'cooks', is_system_group: false }];
        all['zerver_groupgroupmembership'] = [{ id: 1, supergroup: 50, subgroup: 50 }];
      }),
      /closes a circle\. Left out: 1/,
      60,
    ],
  ])('when %s', async (_, change, told, messages) => {
    const all = teamFiles(shape);
    change(all);
    await packTo(archive, all);
    const { report, counts } = await run();
    expect(report.join('\n')).toMatch(told);
    expect(counts.messages).toBe(messages);
    const wrong = await rows<{ n: number }>(
      "SELECT count(*) AS n FROM messages WHERE timestamp < 0 OR timestamp > 1893456000 OR content = ''",
    );
    expect(wrong).toEqual([{ n: 0 }]);
    expect(await rows('SELECT id FROM users WHERE role = 100 AND is_system_bot = 0')).toHaveLength(1);
  });
});

describe('an import that ends early leaves the folder as it was', () => {
  test.each(['reading', 'backing_up', 'unpacking', 'writing'] as const)('cancelled while %s', async (phase) => {
    await copyDemo('small-office', dataDir);
    await packTo(archive, teamFiles({ ...shape, messages: 2000 }));
    const before = JSON.stringify(
      await rows('SELECT (SELECT count(*) FROM messages) AS m, (SELECT count(*) FROM users) AS u'),
    );
    const stop = new AbortController();
    const onPhase = (now: string): void => {
      if (now === phase) stop.abort(new Error('cancelled'));
    };
    await expect(run({ onPhase, signal: stop.signal, owner: null })).rejects.toThrow(/cancelled|abort/);
    expect(
      JSON.stringify(await rows('SELECT (SELECT count(*) FROM messages) AS m, (SELECT count(*) FROM users) AS u')),
    ).toBe(before);
    const names = await readdir(dataDir);
    expect(names).not.toContain('replacing');
    expect(names).not.toContain('in-use.lock');
    // It can be tried again at once.
    expect((await run({ owner: null })).counts.messages).toBe(2000);
  });

  test('and one that fails in the writing says nothing of having been done', async () => {
    await copyDemo('small-office', dataDir);
    const all = teamFiles(shape);
    all.set('realm.json', '{');
    await packTo(archive, all);
    await expect(run({ owner: null })).rejects.toThrow(/realm\.json, line 1: .*Nothing was imported\.$/);
    expect(await readdir(dataDir)).not.toContain('replacing');
  });
});
