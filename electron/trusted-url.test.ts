/** Trusted addresses that the window may show, and which open in the system's browser. */
import { describe, expect, it } from 'vitest';
import {
  fileName,
  isEmptyFrame,
  isFile,
  isOpenableOutside,
  isPdfViewer,
  isTrustedUrl,
  isViewable,
  mayCall,
} from './trusted-url.ts';

const statusPage = 'hearth://status/index.html';
const server = 'http://127.0.0.1:7420';

describe('trusted addresses', () => {
  it.each([`${server}/console/`, `${server}/`, `${server}/console/setup#token=x`, statusPage, `${statusPage}#x`])(
    'trusts %s',
    (url) => {
      expect(isTrustedUrl(url, server, statusPage)).toBe(true);
    },
  );

  it.each([
    'http://127.0.0.1:7421/console/',
    'https://127.0.0.1:7420/',
    'http://127.0.0.1:7420.example.org/',
    'http://user:secret@127.0.0.1:7420/',
    'http://127.0.0.1:7420@example.org/',
    'file:///etc/passwd',
    'file:///opt/hearth/dist/electron/status/index.html',
    'hearth://status/other.html',
    'hearth://elsewhere/index.html',
    'data:text/html,x',
    'about:blank',
    'javascript:alert(1)',
    'not an address',
    '',
  ])('does not trust %s', (url) => {
    expect(isTrustedUrl(url, server, statusPage)).toBe(false);
  });

  it('trusts no http page while there is no server', () => {
    expect(isTrustedUrl(`${server}/console/`, null, statusPage)).toBe(false);
  });

  it('hands only web and mail addresses to the system', () => {
    expect(['http://a.org', 'https://a.org', 'mailto:a@b.org'].every(isOpenableOutside)).toBe(true);
    expect(['file:///etc/passwd', 'smb://host', 'javascript:0', 'x'].some(isOpenableOutside)).toBe(false);
  });
});

it.each([
  ['http://127.0.0.1:7420/console/this-computer', true],
  ['hearth://status/index.html', true],
  ['http://127.0.0.1:7420/chat/', false],
  ['http://127.0.0.1:7420/consoles', false],
  ['http://127.0.0.1:7420/', false],
])('lets the page %s control the app: %s', (url, may) => {
  const call = (name: Parameters<typeof mayCall>[1]): boolean =>
    mayCall(url, name, 'http://127.0.0.1:7420', 'hearth://status/index.html');
  for (const name of [
    'changeChoices',
    'installUpdate',
    'downloadUpdate',
    'choose',
    'moveDataFolder',
    'saveLogBundle',
  ] as const)
    expect([name, call(name)]).toEqual([name, may]);
  // The chat raises its window at a click on a notification, and reports downloads.
  for (const name of ['state', 'showUnread', 'showWindow', 'openDownload', 'showDownload', 'dismissDownload'] as const)
    expect([name, call(name)]).toEqual([name, true]);
  expect(mayCall('http://evil.example/console/', 'state', 'http://127.0.0.1:7420', 'hearth://status/index.html')).toBe(
    false,
  );
});

it('knows files of the server and frames without an address', () => {
  expect(isFile(`${server}/user_uploads/2/a.pdf`, server)).toBe(true);
  expect(isFile(`${server}/chat/`, server)).toBe(false);
  expect(isFile('http://evil.example/user_uploads/2/a.pdf', server)).toBe(false);
  expect(['about:srcdoc', 'about:blank', 'about:config', 'data:text/html,x'].map(isEmptyFrame)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it.each([
  ['/user_uploads/2/ab/plan.pdf', true],
  ['/user_uploads/2/ab/PLAN.PDF', true],
  ['/user_uploads/2/ab/notes.txt?x=1', true],
  ['/user_uploads/2/ab/film.webm', true],
  ['/user_uploads/2/ab/plan.pdf?download=true', false],
  ['/user_uploads/2/ab/page.html', false],
  ['/user_uploads/2/ab/drawing.svg', false],
  ['/user_uploads/2/ab/setup.exe', false],
  ['/user_uploads/2/ab/pdf', false],
  ['/user_uploads/2/ab/a.pdf/b', false],
])('shows the file %s in a window: %s', (path, isShown) => {
  expect(isViewable(`${server}${path}`)).toBe(isShown);
});

it('names a file by the end of its address, and knows the viewer of PDF files', () => {
  expect(fileName(`${server}/user_uploads/2/ab/Pl%C3%A4ne.pdf?x`)).toBe('Pläne.pdf');
  expect(fileName(`${server}/user_uploads/2/ab/50%.pdf`)).toBe('50%.pdf');
  expect(isPdfViewer('chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html')).toBe(true);
  expect(isPdfViewer('chrome-extension://another/index.html')).toBe(false);
});
