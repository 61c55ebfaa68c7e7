/** Texts of the tray, the menus and the status page. */
import { expect, it } from 'vitest';
import type { DesktopStatus } from '../server/desktop-link.ts';
import { dotImage } from './badge-image.ts';
import type { ServerStatus } from './bridge.ts';
import { contextMenuTemplate, type Clicked } from './context-menu.ts';
import { menuTemplate, type MenuActions } from './menu-template.ts';
import { quitQuestion } from './quit-question.ts';
import { statusFile, statusPage } from './status/status-files.ts';
import { statusPageModel } from './status/status-page-model.ts';
import { trayModel } from './tray-model.ts';

const server: ServerStatus = {
  state: 'running',
  url: 'http://127.0.0.1:7420',
  message: '',
  reason: null,
  damagedFile: null,
  freePort: 7421,
  hasFallen: false,
  lastLines: [],
};
const status: DesktopStatus = {
  organization: 'Corner Office',
  setup_path: null,
  people_online: 3,
  clients_connected: 2,
  shared: true,
  can_share: true,
  addresses: [
    { url: 'http://192.168.1.20:7420', label: 'Wi-Fi' },
    { url: 'http://10.8.0.2:7420', label: 'VPN' },
  ],
  alerts: [],
  sleeps: [],
  backup_progress: null,
};
const labels = (model: ReturnType<typeof trayModel>): string[] => model.groups.flat().map(({ label }) => label);

it('shows people, address and actions in the tray', () => {
  const model = trayModel({ server, status });
  expect(model.icon).toBe('running');
  expect(model.tooltip).toBe('Corner Office: Running, 3 people online');
  expect(labels(model)).toEqual([
    'Corner Office',
    'Running, 3 people online',
    'http://192.168.1.20:7420',
    'Copy address',
    'Pause sharing',
    'Open Hearth',
    'Open in browser',
    'Restart server',
    'Show logs',
    'Quit Hearth',
  ]);
});

it('shows unread messages in the tray, with a link to the chat', () => {
  const model = trayModel({ server, status, unread: 3 });
  expect(model.tooltip).toBe('(3) Corner Office: Running, 3 people online');
  expect(model.groups.flat()).toContainEqual({ label: '3 unread messages', action: 'chat' });
  expect(labels(trayModel({ server, status, unread: 1 }))).toContain('1 unread message');
  expect(labels(trayModel({ server, status, unread: 0 })).join()).not.toContain('unread');
});

it('shows no address in the tray of an unshared server, and offers to share it', () => {
  const model = trayModel({ server, status: { ...status, shared: false, people_online: 1 } });
  expect(model.icon).toBe('paused');
  expect(labels(model)).toEqual(
    expect.arrayContaining(['Running, 1 person online', 'Only on this computer', 'Share on the network']),
  );
  expect(labels(model)).not.toContain('Copy address');
  expect(labels(trayModel({ server, status: { ...status, can_share: false } }))).not.toContain('Pause sharing');
});

it('shows alerts in the tray, but no notices', () => {
  const notice = trayModel({
    server,
    status: { ...status, alerts: [{ severity: 'notice', title: 'It was asleep' }] },
  });
  expect([notice.icon, labels(notice).includes('It was asleep')]).toEqual(['running', true]);
  const warned = trayModel({ server, status: { ...status, alerts: [{ severity: 'warning', title: 'No backup' }] } });
  expect(warned.icon).toBe('problem');
  const failed = trayModel({ server: { ...server, state: 'failed', url: null }, status: null });
  expect(failed.icon).toBe('problem');
  expect(labels(failed)).toEqual([
    'Hearth',
    'Not running. Open the window to see the reason',
    'Open Hearth',
    'Show logs',
    'Quit Hearth',
  ]);
  expect(labels(warned)).toEqual(expect.arrayContaining(['Open in browser', 'Restart server', 'Show logs']));
});

const actions = new Proxy({} as MenuActions, { get: () => () => undefined });
const flat = (platform: NodeJS.Platform, isRunning = true) =>
  menuTemplate({ platform, isRunning, canUpdate: true, isPackaged: true }, actions).flatMap(({ submenu, role }) =>
    Array.isArray(submenu) ? submenu : [{ role }],
  );

it('asks before quitting while programs or browsers are connected', () => {
  const connected = (count: number) => ({ server, status: { ...status, clients_connected: count } });
  expect(quitQuestion(connected(0))).toBeNull();
  expect(
    quitQuestion({ server: { ...server, state: 'stopped' }, status: { ...status, clients_connected: 3 } }),
  ).toBeNull();
  expect(quitQuestion({ server, status: null })).toBeNull();
  expect(quitQuestion(connected(1))?.title).toBe('Quit Hearth? 1 program or browser is connected.');
  expect(quitQuestion(connected(3))?.title).toBe('Quit Hearth? 3 programs and browsers are connected.');
});

it('draws a round dot with clear corners for the taskbar', () => {
  const { size, pixels } = dotImage();
  const opacity = (x: number, y: number): number => pixels[(y * size + x) * 4 + 3] ?? -1;
  expect(pixels).toHaveLength(size * size * 4);
  expect([opacity(8, 8), opacity(0, 0), opacity(15, 15), opacity(15, 0)]).toEqual([255, 0, 0, 0]);
});

it.each(['linux', 'win32', 'darwin'] as const)(
  'the menu on %s has each thing once, with the roles of the system',
  (platform) => {
    const items = flat(platform).filter(({ visible }) => visible !== false);
    for (const label of ['Back up now', 'Open data folder', 'Show logs', 'Save diagnostics…', 'Check for updates'])
      expect(items.filter((item) => item.label === label)).toHaveLength(1);
    const roles = items.map(({ role }) => role);
    for (const role of ['quit', 'close', 'zoomIn', 'zoomOut', 'resetZoom', 'reload', 'editMenu', 'about'])
      expect(
        roles.filter((one) => one === role),
        role,
      ).toHaveLength(1);
    expect(roles).not.toContain('toggleDevTools');
  },
);

it('disables menu items that need a server while none runs', () => {
  const dead = flat('linux', false).filter(({ enabled }) => enabled === false);
  expect(dead.map(({ label }) => label)).toEqual([
    'Back up now',
    'Restart server',
    'This computer',
    'Chat',
    'Console',
    'Open in browser',
    'Copy address',
    'Save diagnostics…',
  ]);
});

it.each([
  ['in-use', ['retry', 'choose_folder']],
  ['missing', ['retry', 'choose_folder', 'restore', 'start_empty']],
  ['not-writable', ['retry', 'choose_folder']],
  ['disk-full', ['retry', 'choose_folder']],
  ['older-version', ['choose_folder', 'restore', 'retry']],
  ['newer-version', ['choose_folder', 'restore', 'retry']],
  ['changed-history', ['choose_folder', 'restore', 'retry']],
  ['damaged', ['recover', 'restore', 'choose_folder', 'retry']],
  ['foreign', ['choose_folder', 'restore', 'retry']],
  ['not-empty', ['choose_folder', 'retry']],
  ['moved', ['choose_folder', 'retry']],
  ['port', ['retry', 'other_port']],
  ['other', ['retry', 'choose_folder', 'restore']],
] as const)(
  'a server that failed because of %s says so and offers what helps, then the log and the way out',
  (reason, expected) => {
    const model = statusPageModel(
      { ...server, state: 'failed', url: null, reason, message: 'hearth: Something.' },
      null,
    );
    expect(model.choices.map(({ choice }) => choice)).toEqual([...expected, 'open_logs', 'quit']);
    expect(model.text).toMatch(reason === 'damaged' ? /^A file is damaged, .*\.$/ : /^Something\. [A-Z].*\.$/);
    expect(model.isBusy).toBe(false);
  },
);

it('replaces terminal messages on the status page', () => {
  const said = (reason: 'damaged' | 'port', message: string) =>
    statusPageModel({ ...server, state: 'failed', reason, message }, null).text;
  const taken = 'Port 7420 on 127.0.0.1 is taken by python3 (12).';
  expect(said('damaged', '/d/x is torn. To recover: npm run recover -- --data-dir /d')).not.toContain('npm');
  expect(
    said('port', `${taken} Port 7421 is free: take it with --port 7421, or for good with --keep-port 7421.`),
  ).not.toContain('--');
  expect(said('port', `hearth: ${taken} Choose another with --port.`)).toMatch(
    /^Port 7420 on 127\.0\.0\.1 is taken by python3 \(12\)\. [A-Z]/,
  );
});

it.each(['starting', 'restarting', 'stopping', 'stopped', 'running'] as const)(
  'a server that is %s has a title and a sentence',
  (state) => {
    const model = statusPageModel(
      { ...server, state, message: 'The server stopped unexpectedly and starts again in 1 s.' },
      null,
    );
    expect(model.title).not.toBe('');
    expect(model.text).toMatch(/\.$/);
  },
);

it('shows the progress of a data task', () => {
  const model = statusPageModel({ ...server, state: 'stopped' }, { kind: 'move', progress: 0.4 });
  expect(model).toMatchObject({ title: 'Moving the data', progress: 0.4, isBusy: true, choices: [] });
});

it('offers to reload a page that keeps failing', () => {
  expect(statusPageModel(server, null, { isPageBroken: true }).choices.map(({ choice }) => choice)).toEqual([
    'retry',
    'open_logs',
    'quit',
  ]);
});

it('offers text and link actions in the context menu', () => {
  const editFlags = {
    canUndo: false,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canDelete: true,
    canSelectAll: true,
    canEditRichly: false,
  };
  const nothing: Clicked = { editFlags, isEditable: false, linkURL: '', selectionText: ' ' };
  const copied: string[] = [];
  const offered = (clicked: Partial<Clicked>) =>
    contextMenuTemplate({ ...nothing, ...clicked }, (text) => copied.push(text));
  expect(offered({})).toEqual([]);
  expect(offered({ selectionText: 'hello' })).toEqual([{ role: 'copy' }]);
  const [link] = offered({ linkURL: 'http://a.org/' });
  Reflect.apply(link?.click ?? (() => undefined), undefined, []);
  expect(copied).toEqual(['http://a.org/']);
  expect(offered({ isEditable: true }).find(({ role }) => role === 'undo')?.enabled).toBe(false);
});

it('serves only the files of the status page', () => {
  expect(statusFile(statusPage)).toEqual({ name: 'index.html', type: 'text/html; charset=utf-8' });
  expect(statusFile(new URL('status.js', statusPage).href)?.name).toBe('status.js');
  for (const url of [
    'hearth://status/../main.js',
    'hearth://other/index.html',
    'file:///status.js',
    'hearth://status/constructor',
  ])
    expect(statusFile(url), url).toBeNull();
});
