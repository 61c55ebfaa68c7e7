/** One request as code: methods, queries, bodies, accounts, files. Whether the code runs is tested in e2e. */
import { expect, test } from 'vitest';
import { snippet, type Call } from './snippets.ts';

const send: Call = {
  method: 'POST',
  url: 'http://127.0.0.1:7420/api/v1/messages',
  params: [
    ['type', 'direct'],
    ['to', '["max@example.com"]'],
    ['content', "it's\nhere"],
  ],
  file: null,
  account: { email: 'ada@example.com', key: 'KEY' },
};

test('curl for bash', () => {
  expect(snippet(send, 'bash')).toBe(
    [
      'curl http://127.0.0.1:7420/api/v1/messages \\',
      '  -u ada@example.com:KEY \\',
      '  --data-urlencode type=direct \\',
      `  --data-urlencode 'to=["max@example.com"]' \\`,
      String.raw`  --data-urlencode 'content=it'\''s` + "\nhere'",
    ].join('\n'),
  );
});

test('curl for PowerShell and cmd encode what they cannot quote', () => {
  expect(snippet(send, 'PowerShell')).toBe(
    [
      'curl.exe http://127.0.0.1:7420/api/v1/messages `',
      "  -u 'ada@example.com:KEY' `",
      "  --data-urlencode 'type=direct' `",
      "  -d 'to=%5B%22max%40example.com%22%5D' `",
      "  -d 'content=it%27s%0Ahere'",
    ].join('\n'),
  );
  expect(snippet(send, 'cmd')).toBe(
    [
      'curl http://127.0.0.1:7420/api/v1/messages ^',
      '  -u ada@example.com:KEY ^',
      '  --data-urlencode type=direct ^',
      String.raw`  --data-urlencode ^"to=[\^"max@example.com\^"]^" ^`,
      '  -d ^"content=it^%27s^%0Ahere^"',
    ].join('\n'),
  );
});

test('names with anything in them, and what a terminal would act on, are no danger to the user who pastes them', () => {
  const odd: Call = {
    ...send,
    params: [
      ['a’;\r\ncalc', 'b'],
      ['content', '\x03\ncalc\n'],
    ],
    account: null,
  };
  const lines = ['-d content=%03%0Acalc%0A', '--data-urlencode a%E2%80%99%3B%0D%0Acalc=b'];
  for (const line of lines) expect(snippet(odd, 'bash')).toContain(line);
  for (const shell of ['PowerShell', 'cmd'] as const) expect(snippet(odd, shell)).not.toMatch(/[’\r]|^calc/m);
});

test('a GET has its parameters in the query, other methods are named', () => {
  const get: Call = { ...send, method: 'GET', params: [['anchor', 'newest']], account: null };
  expect(snippet(get, 'bash')).toBe(
    'curl -G http://127.0.0.1:7420/api/v1/messages \\\n  --data-urlencode anchor=newest',
  );
  expect(snippet({ ...get, params: [] }, 'bash')).toBe('curl http://127.0.0.1:7420/api/v1/messages');
  expect(snippet({ ...get, method: 'DELETE' }, 'bash')).toMatch(/^curl -X DELETE /);
  expect(snippet({ ...get, method: 'POST', params: [] }, 'bash')).toMatch(/^curl -X POST /);
  expect(snippet(get, 'JavaScript')).toContain('fetch(`http://127.0.0.1:7420/api/v1/messages?${params}`)');
  expect(snippet(get, 'Python')).toContain('Request("http://127.0.0.1:7420/api/v1/messages?" + params, method="GET")');
});

test('JavaScript and Python write texts as JSON does', () => {
  for (const language of ['JavaScript', 'Python'] as const) {
    const code = snippet(send, language);
    expect(code).toContain(String.raw`"it's\nhere"`);
    expect(code).toContain(String.raw`"[\"max@example.com\"]"`);
    expect(code).toContain('ada@example.com:KEY');
  }
});

test('a file goes as a part of a form', () => {
  const upload: Call = {
    ...send,
    url: 'http://127.0.0.1:7420/api/v1/user_uploads',
    params: [['a', 'b c']],
    file: 'filename',
  };
  expect(snippet(upload, 'bash')).toContain("--form-string 'a=b c' \\\n  -F filename=@picture.png");
  expect(snippet(upload, 'JavaScript')).toContain('new FormData()');
  expect(snippet(upload, 'Python')).toContain('files={"filename": open("picture.png", "rb")}');
});
