/** What is remembered of a request: everything that teaches something, no secret. */
import { expect, test } from 'vitest';
import { answeredRequest, maskedParams, shortenedPath } from './recorded-request.ts';

test('secrets are gone, wherever they stand', () => {
  const sent = new Map([
    ['username', 'max@example.com'],
    ['password', 'hunter22'],
    ['old_password', 'hunter22'],
    ['api_key', 'hunter22'],
    ['token', 'hunter22'],
    ['key', 'hunter22'],
    ['config_data', '{"any":"hunter22"}'],
    ['settings', '{"smtp_host":"mail","smtp_password":"hunter22","deep":[{"apiKey":"hunter22"}]}'],
    ['certificate', '-----BEGIN EC PRIVATE KEY-----\nhunter22\n-----END EC PRIVATE KEY-----\n'],
    ['broken', '{"password":"hunter22"'],
  ]);
  const masked = maskedParams(sent);
  expect(JSON.stringify(masked)).not.toContain('hunter22');
  expect(masked['username']).toBe('max@example.com');
  expect(masked['settings']).toBe('{"smtp_host":"mail","smtp_password":"[secret]","deep":[{"apiKey":"[secret]"}]}');
});

test('values and their number are bounded', () => {
  const masked = maskedParams(new Map(Array.from({ length: 500 }, (_, i) => [`p${i}`, 'x'.repeat(100_000)])));
  expect(Object.keys(masked)).toHaveLength(40);
  expect(Math.max(...Object.values(masked).map((value) => value.length))).toBeLessThan(2100);
});

test('keys and tickets in a path are gone too', () => {
  const { path, route } = answeredRequest(
    {
      id: 'r1',
      method: 'GET',
      path: '/api/v1/console/join/hunter22',
      client: 'website',
      ip: '127.0.0.1',
      userId: undefined,
      route: { path: '/console/join/{key}', values: { key: 'hunter22' }, isLongPoll: false },
    },
    { status: 200, code: null, ms: 1 },
  );
  expect([path, route]).toEqual(['/api/v1/console/join/[secret]', '/console/join/{key}']);
});

test('of the pages where links lead only the page is named', () => {
  expect(
    ['/join/hunter22', '/chat/join/hunter22', '/chat/new-password/hunter22', '/console/join/hunter22'].map(
      shortenedPath,
    ),
  ).toEqual(['/join/…', '/chat/join/…', '/chat/new-password/…', '/console/join/…']);
});
