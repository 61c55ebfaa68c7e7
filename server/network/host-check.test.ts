/** Names of hosts: as administrators write them, and as browsers send them. */
import { expect, test } from 'vitest';
import { hostNameOf, isAmong, isKnownHost, writtenHostName } from './host-check.ts';

test.each([
  ['chat.office.lan', 'chat.office.lan'],
  [' Chat.Office.LAN ', 'chat.office.lan'],
  ['chat.office.lan.', 'chat.office.lan'],
  ['chat.office.lan:8443', 'chat.office.lan'],
  ['münchen.lan', 'xn--mnchen-3ya.lan'],
  ['XN--MNCHEN-3YA.lan', 'xn--mnchen-3ya.lan'],
  ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
  ['old_server', 'old_server'],
  ['192.168.1.20', '192.168.1.20'],
  ['[fe80::1]', 'fe80::1'],
  ['FE80::1', 'fe80::1'],
])('%j is the name %s', (written, name) => {
  expect(writtenHostName(written)).toBe(name);
  expect(isAmong(name, ['other.lan', written])).toBe(true);
  expect(isKnownHost(name.includes(':') ? `[${name}]:7420` : `${name}:7420`, [written])).toBe(true);
});

test.each([
  '',
  ' ',
  'https://chat.office.lan',
  'chat.office.lan/chat',
  'a b',
  'me@chat.office.lan',
  '*',
  'chat:port',
  '..',
  '?',
  'a\\b',
])('%j is no name of a host', (written) => {
  expect(writtenHostName(written)).toBeUndefined();
  expect(isKnownHost('chat.office.lan', [written])).toBe(false);
});

test.each([
  ['chat.office.lan', true],
  ['CHAT.office.lan:443', true],
  ['chat.office.lan.', true],
  ['chat.office.lan.:8443', true],
  ['chat.office.lan..', false],
  ['.', false],
  ['chat.office.lan@evil.example', false],
  ['evil.example', false],
  ['chat.office.lan:abc', false],
  ['', false],
  [undefined, false],
])('a request to %j is answered: %s', (header, isAnswered) => {
  expect(isKnownHost(header, ['chat.office.lan'])).toBe(isAnswered);
});

test('the dot of a full name is no part of the name', () => {
  expect([hostNameOf('a.b.:80'), hostNameOf('[::1]:80'), hostNameOf('.')]).toEqual(['a.b', '::1', '.']);
});
