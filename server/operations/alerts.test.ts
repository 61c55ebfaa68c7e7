/** The one list of what someone should look at: every failure that the server knows of itself has its line and a next step. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMail } from '../delivery/mail.ts';
import { finishDelivery, postponeDelivery, type DeliveryRow } from '../delivery/queue.ts';
import { ownOrigin, systemActing } from '../domain/acting.ts';
import { startWorld, TestClock, type World } from '../testing/world.ts';
import { readingIn } from '../texts.ts';
import { alertsFrom as alertsFor, type AlertFacts } from './alerts.ts';
import type { KeptBackup } from './backups/folder.ts';
import { SleepWatch, watchEveryMs } from './sleep-watch.ts';

const alertsFrom = (facts: AlertFacts, language = 'en'): ReturnType<typeof alertsFor> =>
  alertsFor(facts, readingIn(language));
const now = 1_700_000_000;
const kept: KeptBackup = {
  name: 'hearth-1-20231114-221320-daily.hearth-backup',
  kind: 'daily',
  is_own: true,
  organization: 'Hearth',
  made_at: now,
  size: 1000,
  counts: null,
  checked_at: now,
  sha256: null,
  lacking: '',
};
const well: AlertFacts = {
  now,
  createdAt: now - 3600,
  newest: null,
  failure: null,
  pruneProblem: null,
  room: { free: 1e11, total: 1e12 },
  storage: { state: 'ok', compactionError: undefined, tornBytes: 0, isEndUnknown: false },
  mail: null,
  webhooks: [],
  push: null,
  expiring: 0,
  sleeps: [],
  clock: null,
  network: { problem: null, changed: null },
  certificate: null,
  certificateFiles: null,
  certificateOrder: null,
  strays: null,
  refusesConnections: false,
  filesHang: false,
  directory: null,
  providers: null,
};

test('nothing is said while all is well', () => {
  expect(alertsFrom(well)).toEqual([]);
});

const certificate = {
  subject: 'chat.office',
  issuer: 'The office',
  names: ['chat.office'],
  valid_from: now - 86_400,
  valid_to: now + 60 * 86_400,
  fingerprint: 'AB:CD',
  is_made_here: false,
  missing_names: [],
  is_expired: false,
  is_not_yet_valid: false,
};

test('says nothing of a valid certificate', () => {
  expect(alertsFrom({ ...well, certificate })).toEqual([]);
});

const troubles: [string, Partial<AlertFacts>, { severity: string; screen: string | null }][] = [
  [
    'certificate_expiring',
    { certificate: { ...certificate, valid_to: now + 13 * 86_400 } },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'certificate_order_failing',
    { certificate: null, certificateOrder: 'Port 80 cannot be opened' },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'certificate_files_failing',
    { certificate, certificateFiles: 'key.pem cannot be read' },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'certificate_invalid',
    { certificate: { ...certificate, is_expired: true } },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'certificate_invalid',
    { certificate: { ...certificate, is_not_yet_valid: true, is_made_here: true } },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'directory_failing',
    { directory: 'It cannot be reached.' },
    { severity: 'warning', screen: '/organization/sign-in' },
  ],
  [
    'sign_in_provider_failing',
    { providers: 'Office: The provider cannot be reached.' },
    { severity: 'warning', screen: '/organization/sign-in' },
  ],
  ['stray_uploads', { strays: '/data/uploads-stray' }, { severity: 'notice', screen: '/backups' }],
  ['files_hanging', { filesHang: true }, { severity: 'error', screen: null }],
  ['too_many_connections', { refusesConnections: true }, { severity: 'warning', screen: null }],
  [
    'disk_full',
    { storage: { state: 'disk-full', compactionError: 'no room', tornBytes: 0, isEndUnknown: false } },
    { severity: 'error', screen: '/backups' },
  ],
  [
    'disk_failing',
    { storage: { state: 'disk-failing', compactionError: undefined, tornBytes: 0, isEndUnknown: false } },
    { severity: 'error', screen: '/backups' },
  ],
  [
    'disk_hanging',
    { storage: { state: 'disk-hanging', compactionError: undefined, tornBytes: 0, isEndUnknown: false } },
    { severity: 'error', screen: null },
  ],
  [
    'address_changed',
    { network: { problem: null, changed: { from: 'http://10.0.0.4:7420', to: 'http://10.0.0.9:7420' } } },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'network_failing',
    { network: { problem: 'Port 7420 of 10.0.0.4 is taken by nginx (process 12).', changed: null } },
    { severity: 'warning', screen: '/network' },
  ],
  [
    'snapshot_failed',
    { storage: { state: 'ok', compactionError: 'EIO', tornBytes: 0, isEndUnknown: false } },
    { severity: 'warning', screen: null },
  ],
  [
    'unfinished_write',
    { storage: { state: 'ok', compactionError: undefined, tornBytes: 80, isEndUnknown: false } },
    { severity: 'notice', screen: '/backups' },
  ],
  [
    'end_unknown',
    { storage: { state: 'ok', compactionError: undefined, tornBytes: 0, isEndUnknown: true } },
    { severity: 'warning', screen: '/backups' },
  ],
  ['backup_overdue', { createdAt: now - 3 * 86_400 }, { severity: 'warning', screen: '/backups' }],
  [
    'backup_incomplete',
    { newest: { ...kept, lacking: '1 file is missing' } },
    { severity: 'warning', screen: '/backups' },
  ],
  [
    'backup_failed',
    { failure: { at: now, kind: 'daily', code: 'folder', message: 'There is no folder.' } },
    { severity: 'warning', screen: '/backups' },
  ],
  ['backups_not_deleted', { pruneProblem: 'The folder is read-only.' }, { severity: 'warning', screen: '/backups' }],
  ['disk_nearly_full', { room: { free: 1e8, total: 1e12 } }, { severity: 'warning', screen: '/backups' }],
  [
    'mail_failing',
    { mail: { error: 'connect ECONNREFUSED', waiting: 2 } },
    { severity: 'warning', screen: '/organization/mail' },
  ],
  [
    'webhooks_failing',
    { webhooks: [{ bot_id: 9, full_name: 'Bell', failed: 2, error: 'connect ECONNREFUSED' }] },
    { severity: 'warning', screen: '/users/9' },
  ],
  ['push_failing', { push: 'The relay answered 500' }, { severity: 'warning', screen: '/organization/mail' }],
  ['invitations_expiring', { expiring: 3 }, { severity: 'notice', screen: '/invites' }],
  [
    'clock_wrong',
    { clock: { gapMs: 730 * 86_400_000, isFollowed: false, timeMs: now * 1000, leftMs: 3_600_000 } },
    { severity: 'error', screen: null },
  ],
  [
    'clock_jumped',
    { clock: { gapMs: 5 * 86_400_000, isFollowed: true, timeMs: now * 1000, leftMs: 86_400_000 } },
    { severity: 'warning', screen: null },
  ],
  [
    'was_asleep',
    { sleeps: [{ from: now * 1000 - 7_200_000, until: now * 1000 }] },
    { severity: 'notice', screen: null },
  ],
];

test.each(troubles)('%s is one line with a title, what to do, and where', (kind, facts, { severity, screen }) => {
  const lines = alertsFrom({ ...well, ...facts });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ kind, severity });
  expect(lines[0]?.screen?.path ?? null).toBe(screen);
  expect(lines[0]?.title).toMatch(/^[A-Z].*[^.]$/);
  expect(lines[0]?.message).toMatch(/^[A-Z].*\.$/);
});

test.each(troubles)('%s is in the language of its reader, with the same values', (_kind, facts) => {
  const [english] = alertsFrom({ ...well, ...facts });
  for (const language of ['de', 'fr', 'es', 'ja', 'ar']) {
    const [alert] = alertsFrom({ ...well, ...facts }, language);
    expect(alert).toMatchObject({ kind: english?.kind, severity: english?.severity });
    expect(alert?.screen?.path).toBe(english?.screen?.path);
    expect(alert?.title).not.toBe(english?.title);
    expect(alert?.message).not.toBe(english?.message);
    expect(`${alert?.title} ${alert?.message}`).not.toContain('{{');
  }
});

test('the worst comes first', () => {
  const facts = Object.assign({}, well, ...troubles.map(([, trouble]) => trouble)) as AlertFacts;
  const severities = alertsFrom({
    ...facts,
    storage: { state: 'disk-full', compactionError: undefined, tornBytes: 0, isEndUnknown: false },
  }).map((line) => line.severity);
  expect(severities).toEqual(['error', 'error', ...Array<string>(15).fill('warning'), 'notice', 'notice', 'notice']);
});

describe('sleep', () => {
  const log = pino({ level: 'silent' });
  let dataDir = '';
  beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'hearth-sleep-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('is a clock that jumped between two looks, remembered for a day', async () => {
    const clock = new TestClock(now * 1000);
    const watch = new SleepWatch({ nowMs: () => clock.nowMs, dataDir, log });
    clock.advance(watchEveryMs);
    watch.look();
    // Late, as on a busy machine.
    clock.advance(watchEveryMs * 3);
    watch.look();
    expect(watch.recent()).toEqual([]);
    const from = clock.nowMs;
    clock.advance(6 * 3_600_000);
    watch.look();
    const until = clock.nowMs;
    expect(watch.recent()).toEqual([{ from, until }]);
    clock.advance(86_400_000 - 1);
    // Over a restart of the server, too.
    await watch.settled();
    const next = new SleepWatch({ nowMs: () => clock.nowMs, dataDir, log });
    for (const each of [watch, next]) expect(each.recent()).toEqual([{ from, until }]);
    clock.advance(1);
    for (const each of [watch, next]) expect(each.recent()).toEqual([]);
  });

  test('is remembered in memory alone where the disk takes nothing, or what it has makes no sense', () => {
    for (const folder of [join(dataDir, 'gone'), dataDir]) {
      writeFileSync(join(dataDir, 'sleeps.json'), '[{"from":');
      const watch = new SleepWatch({ nowMs: () => now * 1000, dataDir: folder, log });
      expect(watch.recent()).toEqual([]);
      watch.wasAsleep(now * 1000 - 3_600_000, now * 1000);
      expect(watch.recent()).toHaveLength(1);
    }
  });

  test('is added to earlier ones that could not be read at the start', async () => {
    const file = join(dataDir, 'sleeps.json');
    // A folder cannot be read as a file.
    mkdirSync(file);
    const nowMs = now * 1000;
    const watch = new SleepWatch({ nowMs: () => nowMs, dataDir, log });
    watch.wasAsleep(nowMs - 3_600_000, nowMs);
    await watch.settled();
    const earlier = { from: nowMs - 9_000_000, until: nowMs - 7_200_000 };
    rmSync(file, { recursive: true });
    writeFileSync(file, JSON.stringify([earlier]));
    watch.wasAsleep(nowMs - 3_700_000, nowMs);
    await watch.settled();
    const both = [{ from: nowMs - 3_700_000, until: nowMs }, earlier];
    expect(watch.recent()).toEqual(both);
    expect(new SleepWatch({ nowMs: () => nowMs, dataDir, log }).recent()).toEqual(both);
  });

  test('that the desktop app reports too counts once, and a nap of seconds not at all', () => {
    const watch = new SleepWatch({ nowMs: () => now * 1000, dataDir, log });
    watch.wasAsleep(1000, 31_000);
    const from = now * 1000 - 3_600_000;
    watch.wasAsleep(from, now * 1000);
    watch.wasAsleep(from - 5000, now * 1000 - 5000);
    expect(watch.recent()).toEqual([{ from: from - 5000, until: now * 1000 }]);
  });

  test('is forgotten of a clock that was set back', () => {
    const clock = new TestClock(now * 1000);
    const watch = new SleepWatch({ nowMs: () => clock.nowMs, dataDir, log });
    clock.advance(-3_600_000);
    watch.look();
    expect(watch.recent()).toEqual([]);
  });
});

test('a write that a crash cut off is reported by /health, the log and the status of the console, for a week', async () => {
  const world = await startWorld({ logLevel: 'info' });
  const torn = async (): Promise<unknown> =>
    ((await (await fetch(`${world.url}/health`)).json()) as { torn_bytes: number }).torn_bytes;
  const told = async (): Promise<number> => {
    const { attention } = (await world.admin.ok.get('/console/status')) as { attention: { kind: string }[] };
    return attention.filter(({ kind }) => kind === 'unfinished_write').length;
  };
  expect(await torn()).toBe(0);
  expect(await told()).toBe(0);
  // What a crash leaves of the folder, with the first bytes of a write that did not get further.
  const left = mkdtempSync(join(tmpdir(), 'hearth-left-'));
  cpSync(world.dataDir, left, { recursive: true });
  await world.server.stop();
  const journal = join(world.dataDir, 'journal');
  rmSync(journal, { recursive: true });
  cpSync(join(left, 'journal'), journal, { recursive: true });
  cpSync(join(left, 'journal-end.json'), join(world.dataDir, 'journal-end.json'));
  rmSync(left, { recursive: true });
  const segment = join(journal, readdirSync(journal).findLast((name) => name.endsWith('.journal')) ?? '');
  const bytes = readFileSync(segment);
  bytes.write('half of a record', bytes.findLastIndex((byte) => byte !== 0) + 64);
  writeFileSync(segment, bytes);
  await world.start();
  expect(await torn()).toBeGreaterThan(0);
  expect(await told()).toBe(1);
  world.clock.advance(7 * 86_400_000);
  expect(await told()).toBe(0);
  await world.server.stop();
  expect(readFileSync(join(world.dataDir, 'logs/server.log'), 'utf8')).toContain('A write that was never finished');
  await world.stop();
});

test('a start without the newest segment and the note of the end is reported by the log and the console, for a week', async () => {
  const world = await startWorld({ logLevel: 'info' });
  const told = async (): Promise<number> => {
    const { attention } = (await world.admin.ok.get('/console/status')) as { attention: { kind: string }[] };
    return attention.filter(({ kind }) => kind === 'end_unknown').length;
  };
  expect(await told()).toBe(0);
  await world.server.stop();
  await world.start();
  await world.admin.ok.post('/users/me/status', { status_text: 'lost with its segment' });
  await world.server.stop();
  const journal = join(world.dataDir, 'journal');
  rmSync(join(journal, readdirSync(journal).findLast((name) => name.endsWith('.journal')) ?? ''));
  rmSync(join(world.dataDir, 'journal-end.json'));
  await world.start();
  expect(await told()).toBe(1);
  world.clock.advance(7 * 86_400_000);
  expect(await told()).toBe(0);
  await world.server.stop();
  expect(readFileSync(join(world.dataDir, 'logs/server.log'), 'utf8')).toContain('the newest changes may be missing');
  await world.start();
  expect(await told()).toBe(0);
  await world.stop();
});

describe('the status', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    await world.owner.ok.patch('/console/delivery_settings', { settings: { smtp_host: '127.0.0.1', smtp_port: 9 } });
    // Deliveries are put off and ended by the test.
    await world.server.workers.deliveries.stop();
  });
  afterAll(() => world.stop());

  const kinds = async () => {
    const { attention } = (await world.admin.ok.get('/console/status')) as { attention: { kind: string }[] };
    return attention.map(({ kind }) => kind).filter((kind) => kind === 'mail_failing');
  };
  const mail = async (attempt: { error: string | null }, isLast: boolean): Promise<void> => {
    const { services } = world.server;
    await services.storage.transaction((tx) => {
      const acting = systemActing(tx, services, ownOrigin(services));
      const waiting = tx.get<DeliveryRow>("SELECT * FROM deliveries WHERE status = 'pending' ORDER BY id LIMIT 1");
      if (waiting === undefined) throw new Error('no mail waits');
      if (isLast) finishDelivery(acting, waiting, attempt);
      else postponeDelivery(acting, waiting, { ...attempt, untilMs: acting.nowMs + 60_000 });
    });
  };
  const send = async (): Promise<void> => {
    const { services } = world.server;
    await services.storage.transaction((tx) =>
      sendMail(systemActing(tx, services, ownOrigin(services)), { to: 'a@example.com', subject: 's', text: 't' }),
    );
  };

  test('says that mail fails from the first failure until one gets out, or a day has passed', async () => {
    await send();
    expect(await kinds()).toEqual([]);
    await mail({ error: 'connect ECONNREFUSED' }, false);
    expect(await kinds()).toEqual(['mail_failing']);
    // A user who makes a link is reported that it will not arrive soon.
    expect(await world.member.ok.get('/console/invitations')).toMatchObject({
      sends_mail: true,
      is_mail_failing: true,
    });
    const path = `/console/users/${world.member.userId}/password_link`;
    expect(await world.admin.ok.post(path)).toMatchObject({ is_sent: true, is_mail_failing: true });
    await mail({ error: null }, true);
    expect(await kinds()).toEqual([]);
    expect(await world.member.ok.get('/console/invitations')).toMatchObject({ is_mail_failing: false });
    world.clock.advance(1000);
    await send();
    await mail({ error: '550 no such mailbox' }, true);
    expect(await kinds()).toEqual(['mail_failing']);
    world.clock.advance(86_401_000);
    expect(await kinds()).toEqual([]);
  });

  test('is for administrators', async () => {
    await world.member.fails('GET', '/console/status', {}, { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' });
  });
});
