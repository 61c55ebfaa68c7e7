/** Lists of people as they are pasted into a field for people. */
import { expect, test } from 'vitest';
import { readPeople } from './pasted-people.ts';

const users = [
  { user_id: 1, full_name: 'Ann Bee', email: 'user1@x.com', delivery_email: 'ann@x.com' },
  { user_id: 2, full_name: 'Ben Müller', email: 'ben@x.com', delivery_email: null },
  { user_id: 3, full_name: 'Acme, Inc.', email: 'acme@x.com' },
  { user_id: 4, full_name: 'Gone Person', email: 'gone@x.com', is_active: false },
  { user_id: 5, full_name: 'Same Name', email: 'same1@x.com' },
  { user_id: 6, full_name: 'Same Name', email: 'same2@x.com' },
  { user_id: 7, full_name: 'Dora Ünal', email: 'dora@ünal.example' },
];

test.each([
  ['ann@x.com; ben@x.com', [1, 2]],
  ['Ann Bee <ann@x.com>,\r\n"Müller, Ben" <BEN@X.COM>.', [1, 2]],
  ['mailto:ann@x.com ann@x.com ANN@x.com', [1]],
  ['Ann Bee\tann@x.com\tSales\nBen\tben@x.com\tBoss', [1, 2]],
  ['Ann Bee\tBen Muller', [1, 2]],
  ['Ann  Bee\nben müller', [1, 2]],
  ['Acme, Inc.', [3]],
  ['"Bee, Ann"; Acme, Inc. <acme@x.com>', [1, 3]],
  ['Same Name <same2@x.com>', [6]],
  ['dora@xn--nal-goa.example', [7]],
])('finds everyone in %j', (list, ids) => {
  expect(readPeople(list, users)).toEqual({ ids, groups: [], problems: [] });
});

test('finds groups where they are offered, after people', () => {
  const groups = [
    { value: 'g1', label: 'Design Team' },
    { value: 'g2', label: 'Ann Bee' },
    { value: 'g3', label: 'Ops, Night' },
  ];
  const read = (list: string): unknown => readPeople(list, users, new Set(), groups);
  expect(read('design  team; ann bee, Sales')).toEqual({ ids: [1], groups: ['g1'], problems: ['Sales: not found'] });
  expect(read('Ops, Night')).toEqual({ ids: [], groups: ['g3'], problems: [] });
});

test('names each piece that adds no one, with the reason', () => {
  const list = 'ann@x.com, nobody@x.com; gone@x.com\nSame Name\nben@x.com\nhello there\nAnn <ann@@x.com>';
  expect(readPeople(list, users, new Set([2]))).toEqual({
    ids: [1],
    groups: [],
    problems: [
      'nobody@x.com: not found',
      'gone@x.com: deactivated',
      'Same Name: several people have this name',
      'ben@x.com: already included',
      'hello there: not found',
      'Ann <ann@@x.com>: not found',
    ],
  });
});
