/** The demo in every language: the same ids, senders, channels, flags and reactions, and everyone's interface in that language. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizationSetting } from '../domain/organization/rows.ts';
import { allUsers } from '../domain/users/rows.ts';
import { settingOf } from '../domain/users/settings.shared.ts';
import { openStorage } from '../storage/database.ts';
import { cheapHashing, copyDemo } from '../testing/demo-folder.ts';
import { english } from '../translation.ts';
import { buildDemo } from './build.ts';
import { defaultLastDay } from './calendar.ts';
import { scenarioNames, type ScenarioName } from './scenario-names.ts';
import { demoLanguage, demoLanguages } from './texts.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hearth-demo-languages-'));
});
afterAll(async () => rm(root, { recursive: true }));

/** Flag of a message in which an alert word is: those are words of a language. */
const alerted = 64;

const facts = {
  messages: `SELECT id, sender_id, stream_id, recipient_id, timestamp, is_me_message, last_edit_timestamp, last_moved_timestamp,
    substr(topic, 1, 2) = '✔ ' AS is_resolved FROM messages ORDER BY id`,
  reactions: 'SELECT * FROM reactions ORDER BY message_id, user_id, emoji_name',
  flags: `SELECT user_id, message_id, flags & ~${alerted} AS flags FROM message_flags WHERE flags & ~${alerted} ORDER BY message_id, user_id`,
  users: 'SELECT id, delivery_email, full_name, role, api_key FROM users WHERE is_bot = 0 ORDER BY id',
  streams: 'SELECT id, folder_id, invite_only, is_archived FROM streams ORDER BY id',
  attachments: 'SELECT id, owner_id, path_id FROM attachments ORDER BY id',
  submessages:
    'SELECT id, message_id, sender_id, content FROM submessages WHERE id NOT IN (SELECT min(id) FROM submessages GROUP BY message_id) ORDER BY id',
};

interface Built {
  rows: Record<string, string[]>;
  languages: string[];
  alerted: number;
  unfilled: string[];
}

async function read(dataDir: string): Promise<Built> {
  const storage = await openStorage({ dataDir });
  try {
    return await storage.read((db) => ({
      rows: Object.fromEntries(
        Object.entries(facts).map(([name, sql]) => [name, db.all(sql).map((row) => JSON.stringify(row))]),
      ),
      languages: [
        organizationSetting(db, 'default_language'),
        ...allUsers(db)
          .filter((user) => user.is_bot === 0)
          .map((user) => settingOf(user, 'default_language')),
      ],
      alerted:
        db.get<{ n: number }>(`SELECT count(DISTINCT user_id) AS n FROM message_flags WHERE flags & ${alerted}`)?.n ??
        0,
      unfilled: db
        .all<{ content: string }>(
          "SELECT content FROM messages WHERE content GLOB '*{[a-z]*}*' AND content NOT LIKE '%`%' AND content NOT LIKE '%$$%' OR content LIKE '% || %'",
        )
        .map(({ content }) => content),
    }));
  } finally {
    await storage.close();
  }
}

/** In English; built once a run. */
async function inEnglish(scenario: ScenarioName): Promise<Built> {
  const folder = join(root, `${scenario}-en`);
  await copyDemo(scenario, folder);
  const built = await read(folder);
  await rm(folder, { recursive: true });
  return built;
}

async function builtIn(language: string, scenario: ScenarioName): Promise<Built> {
  const folder = join(root, `${scenario}-${language}`);
  await buildDemo(folder, defaultLastDay, { passwordCost: cheapHashing, scenario, language });
  const built = await read(folder);
  await rm(folder, { recursive: true });
  return built;
}

/** `npm test` builds the office in the language that differs most, and the empty organization in each; the long form builds all in all. */
const isLong = process.env['HEARTH_TEST_LONG'] === 'true';
const others = demoLanguages().filter((tag) => tag !== english);
const cases = others.flatMap((language) =>
  scenarioNames
    .filter((scenario) => isLong || scenario === 'empty' || (scenario === 'small-office' && language === others.at(-1)))
    .map((scenario) => [language, scenario] as const),
);

describe.each(cases)('in language %s, scenario %s', (language, scenario) => {
  it('has the rows of the English one, and everyone in that language', async () => {
    const [own, other] = [await builtIn(language, scenario), await inEnglish(scenario)];
    expect(new Set(own.languages)).toEqual(new Set([language]));
    expect(new Set(other.languages)).toEqual(new Set([english]));
    for (const name of Object.keys(facts)) {
      const [rows = [], wanted = []] = [own.rows[name], other.rows[name]];
      // One row is easier to read than two thousand.
      expect([name, rows.find((row, at) => row !== wanted[at])]).toEqual([name, undefined]);
      expect([name, rows.length]).toEqual([name, wanted.length]);
    }
    // Texts of edge cases hold braces of their own, the same in every language.
    expect(own.unfilled).toEqual(scenario === 'edge-cases' ? other.unfilled : []);
    expect(own.alerted).toBe(other.alerted);
  });
});

it('finds a language by the parts of its tag', () => {
  expect(demoLanguage('EN-gb')).toBe(english);
  expect(demoLanguage('tlh')).toBeUndefined();
});
