/** Recorded fields of a request: everything that teaches something, no secret. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { int, json, text } from './params.ts';
import { privacyOf, shownPathOf } from './privacy.ts';
import { answeredRequest, keptParams, loggedPath } from './recorded-request.ts';

const smtp = z.object({ smtp_host: z.string(), smtp_password: z.string().meta({ writeOnly: true }) }).partial();
const params = {
  username: text(),
  password: text().secret(),
  pass: text().alias('old_password').secret(),
  config_data: json(z.record(z.string(), z.unknown())).secret(),
  settings: json(smtp.extend({ deep: z.array(smtp) }).partial()),
  broken: json(smtp),
  nested: json(smtp),
};

test('secrets are gone, wherever they stand', () => {
  const sent = new Map([
    ['username', 'max@example.com'],
    ['password', 'hunter22'],
    ['old_password', 'hunter22'],
    ['config_data', '{"any":"hunter22"}'],
    ['settings', '{"smtp_host":"mail","smtp_password":"hunter22","deep":[{"smtp_password":"hunter22"}]}'],
    ['broken', '{"smtp_password":"hunter22"'],
    ['nested', '{"smtp_passwort":"hunter22"}'],
    ['passwrod', 'hunter22'],
    ['client', 'website'],
  ]);
  const kept = keptParams(sent, privacyOf({ personal: false, params }));
  expect(JSON.stringify(kept)).not.toContain('hunter22');
  expect(kept['username']).toBe('max@example.com');
  expect(kept['settings']).toBe(
    '{"smtp_host":"mail","smtp_password":"[secret]","deep":[{"smtp_password":"[secret]"}]}',
  );
  expect(kept['nested']).toBe('{"smtp_passwort":"[secret]"}');
  expect([kept['passwrod'], kept['client']]).toEqual(['[ignored]', 'website']);
});

test('a declaration that says nothing is private: of it, administrators see the envelope only', () => {
  const silent = { params: { to: int().envelope(), content: text().alias('text') } };
  expect(privacyOf(silent).envelope).toEqual(new Set(['to', 'client']));
  expect(privacyOf({ ...silent, personal: false as const }).envelope).toBeNull();
});

test('names that a personal request does not declare are not kept: a body may have been read as one', () => {
  const kept = keptParams(
    new Map([
      ['content', 'x'],
      ['the words of a message', ''],
    ]),
    privacyOf({ params: { content: text() } }),
  );
  expect(kept).toEqual({ content: 'x', '[ignored]': '[ignored]' });
});

test('values and their number are bounded', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`p${i}`, text()]));
  const sent = new Map(Object.keys(many).map((name) => [name, 'x'.repeat(100_000)]));
  const kept = keptParams(sent, privacyOf({ params: many }));
  expect(Object.keys(kept)).toHaveLength(40);
  expect(Math.max(...Object.values(kept).map((value) => value.length))).toBeLessThan(2100);
});

test('keys and tickets in a path are gone too, and of personal requests what is no envelope', () => {
  const privacy = privacyOf({ personal: false, params: { key: text().secret() } });
  const shownPath = shownPathOf('/api/v1/console/join/:p1', { key: 'hunter22' }, privacy);
  const { path, route } = answeredRequest(
    {
      id: 'r1',
      method: 'GET',
      path: '/api/v1/console/join/hunter22',
      client: 'website',
      ip: '127.0.0.1',
      userId: undefined,
      route: { path: '/console/join/{key}', shownPath, isLongPoll: false, privacy },
    },
    { status: 200, code: null, ms: 1 },
  );
  expect([path, route]).toEqual(['/api/v1/console/join/[secret]', '/console/join/{key}']);
  const personal = privacyOf({ params: { ticket: text().secret(), id: int().envelope(), filename: text() } });
  const values = { ticket: 'hunter22', id: '7', filename: 'plan for 2030.pdf' };
  expect(shownPathOf('/files/:p1/:p2/*p3', values, personal)).toBe('/files/[private]/7/[private]');
});

test('a request that no endpoint took is private, and of its path only the beginning is logged', () => {
  const request = { id: 'r1', method: 'GET', path: '/join/hunter22', client: 'x', ip: '::1', userId: undefined };
  expect(answeredRequest(request, { status: 200, code: null, ms: 1 })).toMatchObject({
    params: null,
    envelope: new Set(),
  });
  expect(loggedPath(request)).toBe('/join/…');
});

test('of the pages where links lead only the page is named', () => {
  const shown = (path: string): string => loggedPath({ path });
  expect(
    ['/join/hunter22', '/chat/join/hunter22', '/chat/new-password/hunter22', '/console/join/hunter22'].map(shown),
  ).toEqual(['/join/…', '/chat/join/…', '/chat/new-password/…', '/console/join/…']);
});
