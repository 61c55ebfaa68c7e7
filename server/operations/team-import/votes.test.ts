/** Votes and strikes of imported polls and to-do lists: their keys name the users and submessages of this server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packTo, teamFiles } from '../../../e2e/import/zulip-export.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { importTo } from '../../testing/import-law.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-votes-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('a vote for an option whose key was taken names the submessage that added it, whatever else its key has', async () => {
  const files = teamFiles({ seed: 3, users: 4, channels: 1, messages: 4, files: 0 });
  const realm = JSON.parse(String(files.get('realm.json'))) as Record<string, unknown[]>;
  const said = (id: number, message: number, content: object): object => {
    return { id, message, sender: 2, msg_type: 'widget', content: JSON.stringify(content) };
  };
  realm['zerver_submessage'] = [
    said(900, 1, { widget_type: 'poll', extra_data: { question: 'Tea?', options: [] } }),
    said(901, 1, { type: 'new_option', option: 'Green', idx: 1 }),
    said(905, 1, { type: 'new_option', option: 'Black', idx: 1 }),
    said(906, 1, { type: 'vote', key: '2,1', vote: 1 }),
    said(907, 1, { type: 'vote', key: '2,1,905', vote: 1 }),
    said(908, 1, { type: 'vote', key: '2,1,77', vote: 1 }),
    // Parts beyond the third, empty parts, and keys of another form keep what they say.
    said(930, 1, { type: 'vote', key: '2,1,905,late,2', vote: 1 }),
    said(931, 1, { type: 'vote', key: '2,1,77,905', vote: -1 }),
    said(932, 1, { type: 'vote', key: '2,1,', vote: 1 }),
    said(933, 1, { type: 'vote', key: '2', vote: 1 }),
    said(934, 1, { type: 'vote', key: 'canned,2,905', vote: 1 }),
    said(910, 2, { widget_type: 'todo', extra_data: { task_list_title: 'Move', tasks: [] } }),
    said(911, 2, { type: 'new_task', key: 1, task: 'Pack', desc: '', completed: false }),
    said(920, 2, { type: 'new_task', key: 1, task: 'Drive', desc: '', completed: false }),
    said(921, 2, { type: 'strike', key: '1,2,920' }),
    said(922, 2, { type: 'strike', key: '0,canned' }),
    said(935, 2, { type: 'strike', key: '1,2,920,2,,' }),
  ];
  files.set('realm.json', JSON.stringify(realm));
  const file = join(root, 'team.tar.gz');
  const dataDir = join(root, 'data');
  await packTo(file, files);
  await importTo(dataDir, file, 'owner@office.example');
  const rows = await readFolder(dataDir, async (db) =>
    db.all<{ id: number; sender_id: number; content: string }>(
      'SELECT id, sender_id, content FROM submessages ORDER BY id',
    ),
  );
  const sender = rows[0]?.sender_id ?? 0;
  const added = (text: string): number => rows.find(({ content }) => content.includes(text))?.id ?? 0;
  expect(
    rows.map(({ content }) => (JSON.parse(content) as { key?: unknown }).key).filter((key) => typeof key === 'string'),
  ).toEqual([
    `${sender},1`,
    `${sender},1,${added('Black')}`,
    `${sender},1,77`,
    `1,${sender},${added('Drive')}`,
    '0,canned',
    `${sender},1,${added('Black')},late,2`,
    `${sender},1,77,905`,
    `${sender},1,`,
    `${sender}`,
    'canned,2,905',
    `1,${sender},${added('Drive')},2,,`,
  ]);
});
