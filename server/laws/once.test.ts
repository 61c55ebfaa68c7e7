/** Code that exists in one place only: the errors of the API, the handling of secrets, and where a type is only asserted. */
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './tree.ts';

const product = sourceFiles().filter(
  (file) => !isTest(file) && !/^(e2e|server\/(bench|contract))\//.test(file.path) && !file.path.includes('/testing/'),
);
const server = product.filter(({ path }) => path.startsWith('server/'));
const errors = server.find(({ path }) => path === 'server/errors.ts');

/** Makes an error of a code: `coded('CODE'` and `new ApiError(400, 'CODE'`, over lines too. */
const making = /\b(?:coded\(|new ApiError\(\s*\d+,)\s*'([A-Z_]+)'/g;

test('an error of the API is made in one place: its code, its status and its sentence', () => {
  const [, list = ''] = /export type ErrorCode =([^;]*);/.exec(errors?.text ?? '') ?? [];
  const codes = [...list.matchAll(/'([A-Z_]+)'/g)].map(([, code]) => code);
  const made = server.flatMap(({ path, text }) => [...text.matchAll(making)].map(([, code]) => ({ code, path })));
  const places = codes.map((code) => [code, made.filter((one) => one.code === code).map(({ path }) => path)] as const);
  // Errors that many rooms share differ in their sentences.
  const shared = new Set(['BAD_REQUEST', 'REQUEST_VARIABLE_MISSING']);
  const wrong = places.filter(([code = '', paths]) =>
    shared.has(code) ? paths.some((path) => path !== 'server/errors.ts') : paths.length !== 1,
  );
  expect(codes.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('secrets are hashed and compared in secrets.ts alone', () => {
  const handling = /import \{[^}]*\b(timingSafeEqual|createHmac|scrypt|pbkdf2)\w*\b[^}]*\} from 'node:crypto'/;
  const handlers = product.filter(({ text }) => handling.test(text));
  expect(handlers.map(({ path }) => path)).toEqual(['server/secrets.ts']);
});

/** Digests of what is no secret. */
const digests: Readonly<Record<string, string>> = {
  'server/demo/images.ts': 'the pictures of a demo have the same names each time',
  'server/domain/directory/profile.ts': 'whether a picture of the directory is another one',
  'server/domain/messages/edit.ts': 'the contract has clients name the words that they change by their SHA-256',
  'server/domain/messages/sent-keys.ts': 'whether a content is sent again under its key',
  'server/http/static-files.ts': 'names a version of a file to browsers',
  'server/operations/team-import/kept-downloads.ts': 'addresses as names of files',
  'server/operations/team-import/unpacked.ts': 'names of an archive as names of files, whatever is in them',
  'server/storage/backup.ts': 'what a backup holds',
  'server/storage/check-backup.ts': 'what a backup holds',
  'server/storage/migrate.ts': 'a released migration is never edited',
  'server/storage/move.ts': 'a copy is compared with what it was made of',
  'server/storage/restore.ts': 'what a backup holds',
  'server/uploads/default-picture.ts': 'the pattern of a picture follows from a seed',
};

test('anyone else who makes a digest says of what', () => {
  const makers = server.filter(({ path, text }) => /\bcreateHash\(/.test(text) && path !== 'server/secrets.ts');
  expect(makers.map(({ path }) => path).toSorted()).toEqual(Object.keys(digests).toSorted());
});

test('keys of input methods are kept from all handlers in one place', () => {
  const handlers = product.filter(({ text }) => /\bisComposing\b|\b229\b/.test(text) && /\b(?:key|Key)/.test(text));
  expect(handlers.map(({ path }) => path)).toEqual(['renderer/client/input-method.ts']);
});

test('no type is asserted against what the compiler knows', () => {
  expect(product.filter(({ text }) => /\bas unknown as\b/.test(text)).map(({ path }) => path)).toEqual([]);
});
