/** Which addresses the window may show, and which open in the system's browser. */
import { describe, expect, it } from 'vitest';
import { isOpenableOutside, isTrustedUrl } from './trusted-url.ts';

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
