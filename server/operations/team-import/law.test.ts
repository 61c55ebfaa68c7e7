/** The law of imports: an export, imported into an empty folder and exported again, says the same; only what was unread is read. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScenarioName } from '../../demo/scenario-names.ts';
import { hashToken } from '../../secrets.ts';
import { realDisk } from '../../storage/disk.ts';
import { dataPaths } from '../../storage/file-names.ts';
import { loadState } from '../../storage/history.ts';
import { readFolder } from '../../storage/read-folder.ts';
import { unpacked } from '../../testing/archives.ts';
import { copyDemo } from '../../testing/demo-folder.ts';
import { exportTeam } from '../team-export/team-export.ts';
import { importIntoFolder } from './import-folder.ts';
import type { WrittenTeam } from './job-types.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-import-law-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const everything = { leaveOutChannels: [], leaveOutDirectMessages: false, mainTopic: '', team: null };
const importTo = (dataDir: string, file: string, email: string | null): Promise<WrittenTeam> =>
  importIntoFolder({
    dataDir,
    file,
    choose: () => everything,
    owner: email === null ? null : { email, fullName: 'Owner', passwordHash: null },
    nowMs: Date.UTC(2030, 0, 1),
    signal: new AbortController().signal,
    onPhase: () => undefined,
    onProgress: () => undefined,
  });

type Row = Record<string, unknown>;

/** Numbers that say nothing of what they are of, and what an import is to change. */
const changed: Readonly<Record<string, readonly string[]>> = {
  zerver_userprofile: ['avatar_version', 'is_imported_stub'],
  zerver_realm: ['icon_version', 'logo_version', 'night_logo_version'],
  zerver_recipient: ['id'],
  zerver_attachment: ['id'],
  zerver_submessage: ['id'],
  zerver_scheduledmessage: ['id', 'request_timestamp', 'recipient'],
  zerver_realmemoji: ['file_name'],
  zerver_linkifier: ['id'],
};
const numbered =
  /^zerver_(?:subscription|usertopic|reaction|alertword|muteduser|navigationview|userstatus|service|customprofilefieldvalue|usermessage|usergroupmembership|groupgroupmembership|realmdomain|realmfilter|realmplayground|defaultstream|huddle|client)$/;

/** Tables as sets of texts: rows that have no number of their own may come in any order. */
async function told(file: string): Promise<Map<string, string[]>> {
  const archive = await unpacked(file);
  const found = new Map<string, string[]>();
  const add = (table: string, rows: Row[]): void => {
    const left = [...(changed[table] ?? []), ...(numbered.test(table) ? ['id'] : [])];
    const texts = rows.map((row) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(row)
            .filter(([name]) => !left.includes(name))
            .toSorted(),
        ),
      ),
    );
    found.set(table, [...(found.get(table) ?? []), ...texts.map(withoutColours)].toSorted());
  };
  for (const [name, bytes] of [...archive].toSorted()) {
    if (/^(?:realm|attachment|messages-\d+)\.json$/.test(name))
      for (const [table, rows] of Object.entries(JSON.parse(bytes.toString()) as Record<string, Row[]>))
        if (Array.isArray(rows)) add(table, table === 'zerver_usermessage' ? rows.map(asRead) : rows);
    if (name.startsWith('uploads/') && !name.endsWith('.json'))
      add('files', [{ name, hash: hashToken(bytes.toString('latin1')) }]);
  }
  return withoutNumbersOfGroups(found);
}

/** Code is coloured against the clock: on a busy machine it may come without. */
const withoutColours = (text: string): string =>
  text.replaceAll(/<span(?: class=\\+"[a-z][a-z0-9]{0,2}\\+")?>|<\/span>/g, '');

const asRead = (row: Row): Row => ({ ...row, flags_mask: Number(row['flags_mask']) | 1 });

/** Permissions of several users are groups without a name, whose numbers follow each other. */
function withoutNumbersOfGroups(tables: Map<string, string[]>): Map<string, string[]> {
  for (const table of [
    'zerver_usergroup',
    'zerver_usergroupmembership',
    'zerver_groupgroupmembership',
    'zerver_recipient',
    'zerver_client',
  ])
    tables.set(table, [String(tables.get(table)?.length ?? 0)]);
  return tables;
}

const ownerOf = (dataDir: string): Promise<string> =>
  readFolder(
    dataDir,
    async (db) =>
      db.get<{ email: string }>(
        'SELECT delivery_email AS email FROM users WHERE role = 100 AND is_active = 1 ORDER BY id',
      )?.email ?? '',
  );

test.each<ScenarioName>(['edge-cases', 'small-office'])('loses nothing of the scenario %s', async (scenario) => {
  const [from, to] = [join(root, `${scenario}-from`), join(root, `${scenario}-to`)];
  await copyDemo(scenario, from);
  await exportTeam(from, join(root, `${scenario}-1.tar.gz`));
  const { report } = await importTo(to, join(root, `${scenario}-1.tar.gz`), await ownerOf(from));
  expect(report.slice(-1)).toEqual(['Nothing was changed or left out.']);
  await exportTeam(to, join(root, `${scenario}-2.tar.gz`));
  const [before, after] = [
    await told(join(root, `${scenario}-1.tar.gz`)),
    await told(join(root, `${scenario}-2.tar.gz`)),
  ];
  for (const [table, rows] of before) {
    const there = new Set(after.get(table) ?? []);
    const here = new Set(rows);
    expect({
      table,
      lost: rows.filter((row) => !there.has(row)).slice(0, 3),
      added: (after.get(table) ?? []).filter((row) => !here.has(row)).slice(0, 3),
    }).toEqual({ table, lost: [], added: [] });
  }
});

test('adds a team to another once, and leaves what is there as it is', async () => {
  const [dataDir, file] = [join(root, 'merged'), join(root, 'edge-cases-1.tar.gz')];
  await copyDemo('small-office', dataDir);
  const rows = async (sql: string): Promise<string> => readFolder(dataDir, async (db) => JSON.stringify(db.all(sql)));
  const count = async (): Promise<number> =>
    readFolder(dataDir, async (db) => db.get<{ n: number }>('SELECT count(*) AS n FROM messages')?.n ?? 0);
  const [before, most] = [
    await count(),
    (JSON.parse(await rows('SELECT max(id) AS id FROM messages')) as { id: number }[])[0]?.id ?? 0,
  ];
  const kept = [
    `SELECT * FROM messages WHERE id <= ${most}`,
    `SELECT * FROM message_flags WHERE message_id <= ${most}`,
    "SELECT * FROM realm_settings WHERE name <> 'housekeeping_times'",
    'SELECT token_hash FROM sessions',
  ];
  const old = await Promise.all(kept.map(rows));
  const mails = await rows('SELECT count(*) AS n FROM deliveries');
  const first = await importTo(dataDir, file, null);
  expect(first.counts.messages).toBeGreaterThan(300);
  expect(await count()).toBe(before + first.counts.messages);
  expect(await Promise.all(kept.map(rows))).toEqual(old);
  const all = await rows(
    'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM streams) AS channels, (SELECT count(*) FROM saved_snippets) AS snippets, (SELECT count(*) FROM reactions) AS reactions, (SELECT count(*) FROM attachments) AS files, (SELECT count(*) FROM user_groups) AS groups, (SELECT count(*) FROM linkifiers) AS linkifiers',
  );
  const second = await importTo(dataDir, file, null);
  expect(Object.values(second.counts).every((added) => added === 0)).toBe(true);
  expect(second.problemCount).toBe(0);
  expect(
    await rows(
      'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM streams) AS channels, (SELECT count(*) FROM saved_snippets) AS snippets, (SELECT count(*) FROM reactions) AS reactions, (SELECT count(*) FROM attachments) AS files, (SELECT count(*) FROM user_groups) AS groups, (SELECT count(*) FROM linkifiers) AS linkifiers',
    ),
  ).toBe(all);
  // No one gets a mail, and nothing is unread.
  expect(await rows('SELECT count(*) AS n FROM deliveries')).toBe(mails);
  expect(await rows(`SELECT count(*) AS n FROM message_flags WHERE message_id > ${most} AND (flags & 1) = 1`)).toBe(
    JSON.stringify([{ n: 0 }]),
  );
  // What came is exported like everything else.
  const { messages } = await exportTeam(dataDir, join(root, 'merged.tar.gz'));
  expect(messages).toBe(await count());
});

test('refuses an export of the organization itself, and leaves the folder as it was', async () => {
  const dataDir = join(root, 'edge-cases-from');
  const before = await readdir(dataDir);
  await expect(importTo(dataDir, join(root, 'edge-cases-1.tar.gz'), null)).rejects.toThrow('this organization itself');
  expect((await readdir(dataDir)).filter((name) => name !== 'backups' && name !== 'imports')).toEqual(
    before.filter((name) => name !== 'backups' && name !== 'imports'),
  );
  (await loadState(realDisk, dataPaths(dataDir))).engine.close();
  await mkdir(join(root, 'empty'));
  await expect(importTo(join(root, 'empty'), join(root, 'edge-cases-1.tar.gz'), null)).rejects.toThrow('--owner-email');
});
