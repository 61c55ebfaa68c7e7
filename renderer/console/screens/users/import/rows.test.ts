/** A list of newcomers as a file: what is understood, what is refused, and what comes back as a result. */
import { expect, test } from 'vitest';
import { decoded, mostRows, readList, resultCsv, stateOf, template, withCell } from './rows.ts';

test('heads are understood in several spellings, cells are trimmed, empty lines passed over', () => {
  const { entries, remarks } = readList(
    'Full name, E-Mail ,Role,Channels,Groups,Shoe size\n" Ada, Countess ",ada@example.com,member,general; kitchen ;,crew,37\n\n,ben@example.com\n',
  );
  expect(entries.map(({ line, row }) => [line, row])).toEqual([
    [
      2,
      {
        full_name: 'Ada, Countess',
        email: 'ada@example.com',
        role: 'member',
        channels: ['general', 'kitchen'],
        groups: ['crew'],
      },
    ],
    [3, { full_name: '', email: 'ben@example.com', role: '', channels: [], groups: [] }],
  ]);
  expect(remarks).toEqual(['Ignored: shoe_size.']);
});

test('German heads are understood, and a name in two columns', () => {
  const { entries, remarks } = readList(
    'Vorname;Nachname;E-Mail-Adresse;Rolle;Kan\u00e4le\nIda;M\u00fcller;ida@example.com;boss;general\n;Odd;ole@example.com;;\n',
  );
  expect(entries.map(({ row }) => row)).toMatchObject([
    { full_name: 'Ida M\u00fcller', email: 'ida@example.com', role: 'boss', channels: ['general'] },
    { full_name: 'Odd', email: 'ole@example.com', role: '' },
  ]);
  expect(remarks).toEqual([]);
});

test('a list from a spreadsheet with a byte order mark and semicolons between cells is understood', () => {
  const { entries } = readList('\uFEFFemail;full_name\r\nada@example.com;Ada\r\n');
  expect(entries[0]?.row).toMatchObject({ email: 'ada@example.com', full_name: 'Ada' });
});

test.each([
  ['name,role\nAda,member\n', /including "email"/],
  ['email\n', /no row/],
  [`email\n${'a@example.com\n'.repeat(mostRows + 1)}`, /maximum: 2000/],
  ['email,full_name\nada@example.com,"Ada\n', /quotation mark/],
])('what is no list says why: %#', (text, reason) => {
  expect(() => readList(text)).toThrow(reason);
});

test('a cell is corrected as it would stand in the file', () => {
  const [entry] = readList('email,channels\nada@example.com,cellar\n').entries;
  if (entry === undefined) throw new Error('there is one');
  expect(withCell(entry, 'channels', ' general ;kitchen').row).toEqual({
    ...entry.row,
    channels: ['general', 'kitchen'],
  });
  expect(withCell(entry, 'email', 'ada@example.org ').row).toEqual({ ...entry.row, email: 'ada@example.org' });
});

test('the template is a list', () => {
  expect(readList(template()).entries).toHaveLength(2);
});

test('the result says what became of each row, and holds no formulas', () => {
  const [made, wrong] = readList('full_name,email\n=1+1,ada@example.com\nBen,ben\n').entries;
  if (made === undefined || wrong === undefined) throw new Error('there are two');
  const entries = [
    { ...made, isMade: true, result: { errors: [], link_url: 'http://office/new-password/k' } },
    { ...wrong, result: { errors: [{ field: 'email' as const, message: 'Enter a valid email address.' }] } },
  ];
  expect(entries.map(stateOf)).toEqual(['made', 'problem']);
  expect(resultCsv(entries)).toBe(
    'full_name,email,role,channels,groups,result,problem,link\n"\'=1+1",ada@example.com,,,,made,,http://office/new-password/k\nBen,ben,,,,not made,email: Enter a valid email address.,\n',
  );
});

test('a file of any spreadsheet gives the right letters: UTF-8, Windows-1252, UTF-16', () => {
  const text = 'Name;E-Mail\r\nPeter Müller;peter@example.com\r\n';
  const windows = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const wide = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  for (const bytes of [new TextEncoder().encode(`\uFEFF${text}`), new TextEncoder().encode(text), windows, wide])
    expect(readList(decoded(bytes)).entries[0]?.row.full_name).toBe('Peter Müller');
});
