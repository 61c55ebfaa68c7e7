/** The declared set of searches: words by frequency, pairs, phrases, beginnings, what occurs nowhere, and every operator. */
import { seededRandom } from '../../demo/random.ts';
import type { UserRow } from '../../domain/users/rows.ts';
import type { Reader } from '../../storage/database.ts';
import { common, wordOfRank } from './search-corpus.ts';

type Narrow = { operator: string; operand: string | number | number[]; negated?: boolean }[];

export interface Query {
  set: string;
  narrow: Narrow;
  /** For FTS, where it is a search alone. */
  match?: string;
}

const search = (set: string, operand: string, match = operand): Query => ({
  set,
  narrow: [{ operator: 'search', operand }],
  match,
});

/** @param user whose view of the data it is. */
export function queries(db: Reader, user: UserRow): Query[] {
  const next = seededRandom(7);
  const ranks = [0, 1, 2, 5, 12, 30, 100, 300, 1000, 3000, 10_000, 30_000];
  const any = (): string => wordOfRank(Math.floor(20_000 ** next()));
  const words = ranks.map((rank) =>
    search('words by frequency', `${wordOfRank(rank)} "${wordOfRank(0)}"`.split(' ')[0] ?? ''),
  );
  const pairs = Array.from({ length: 20 }, () => search('pairs', `"${any()}" "${any()}"`));
  const texts = db.all<{ content: string }>('SELECT content FROM messages WHERE id % 997 = 5 LIMIT 20');
  const phrases = texts.map(({ content }) => search('phrases', `"${content.split(' ').slice(0, 3).join(' ')}"`));
  const never = Array.from({ length: 5 }, (_, at) =>
    search('phrases found nowhere', `"${common[at]} ${common[at + 9]} ${common[at + 3]} ${common[at]}"`),
  );
  const beginnings = ['s', 't', 'be', 'ba', 'wo', 'bafo', 'zu', 'q'].map((text) =>
    search('beginnings', text, `${text}*`),
  );
  const nowhere = ['qqq', '"qqq"', 'the "qqq"', 'the qqqx'].map((text) => search('found nowhere', text));
  const many = [search('many words', 'the a to'), search('many words', common.map((word) => `"${word}"`).join(' '))];
  const long = Array.from({ length: 100 }, (_, rank) => `"${wordOfRank(rank)}"`).join(' ');
  return [
    ...words,
    ...pairs,
    ...phrases,
    ...never,
    ...beginnings,
    ...nowhere,
    ...many,
    search('a hundred common words', long),
    ...operators(db, user),
  ];
}

function operators(db: Reader, user: UserRow): Query[] {
  const other = db.get<{ id: number }>('SELECT id FROM users WHERE is_bot = 0 ORDER BY id DESC LIMIT 1')?.id ?? 0;
  const channel = db.get<{ id: number }>('SELECT max(id) AS id FROM streams')?.id ?? 0;
  const single: Narrow[number][] = [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: 'topic 7' },
    { operator: 'topic', operand: 'topic that never was' },
    { operator: 'dm', operand: [other] },
    { operator: 'dm-including', operand: other },
    { operator: 'sender', operand: other },
    { operator: 'sender', operand: user.id },
    { operator: 'id', operand: 77 },
    ...['link', 'image', 'attachment', 'reaction'].map((operand) => ({ operator: 'has', operand })),
    ...['dm', 'starred', 'mentioned', 'unread', 'alerted', 'followed', 'resolved', 'muted'].map((operand) => ({
      operator: 'is',
      operand,
    })),
    { operator: 'in', operand: 'home' },
    { operator: 'in', operand: 'all' },
    { operator: 'channels', operand: 'public' },
    { operator: 'search', operand: '"the"' },
  ];
  return [
    ...single.map((term): Query => ({ set: 'single operators', narrow: [term] })),
    ...single
      .filter(({ operator }) => operator !== 'channels')
      .map((term): Query => ({ set: 'negated operators', narrow: [{ ...term, negated: true }] })),
    ...single.map((term): Query => ({
      set: 'operators with a common word',
      narrow: [term, { operator: 'search', operand: '"the"' }],
    })),
  ];
}
