/** Masked fields of a service's call before the call is stored. */
import { expect, test } from 'vitest';
import { secretMark } from '../../secrets.ts';
import { maskedPayload } from './mask.ts';

const secrets = [
  'access_token',
  'apiKey',
  'api_key',
  'Authorization',
  'auth',
  'auth_code',
  'client_secret',
  'cookie',
  'csrf',
  'otp',
  'passcode',
  'passphrase',
  'password',
  'passwd',
  'private_key',
  'pwd',
  'X-Hub-Signature',
];

/** Names of the payloads of GitHub, GitLab, Jira and Sentry. */
const shown = [
  'key',
  'ticket',
  'passed',
  'author',
  'author_name',
  'authored_date',
  'author_association',
  'committer',
  'keywords',
  'title',
];

test.each(secrets)('the value of "%s" is hidden in JSON and in a form', (name) => {
  expect(JSON.parse(maskedPayload(JSON.stringify({ outer: { [name]: 'abc' } })))).toEqual({
    outer: { [name]: secretMark },
  });
  expect(maskedPayload(`a=1&${name}=abc&b=2`)).toBe(`a=1&${name}=${secretMark}&b=2`);
});

test.each(shown)('the value of "%s" is shown in JSON and in a form', (name) => {
  expect(JSON.parse(maskedPayload(JSON.stringify({ [name]: 'abc' })))).toEqual({ [name]: 'abc' });
  expect(maskedPayload(`${name}=abc`)).toBe(`${name}=abc`);
});
