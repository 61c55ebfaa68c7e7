/** The demo's channels and the folders that they are in. */
import type { PersonKey } from './cast.ts';

const everybody: readonly PersonKey[] = [
  'amara',
  'jonas',
  'mei',
  'fatima',
  'tomas',
  'priya',
  'ewan',
  'yuki',
  'lucia',
  'daniel',
];

/** Keys of their names in office.txt. */
export const folders = ['company', 'product', 'customers'] as const;

export interface Place {
  /** Of its name and description in office.txt. */
  key: string;
  folder: (typeof folders)[number];
  members: readonly PersonKey[];
  isPrivate?: boolean;
  isDefault?: boolean;
  /** Only administrators write. */
  isForAnnouncements?: boolean;
}

/** Two of the ten are there already when an organization is created: `general`, and `sandbox`, which becomes `random`. */
export const places: readonly Place[] = [
  {
    key: 'general',
    folder: 'company',
    members: [...everybody, 'noah', 'henrik'],
    isDefault: true,
  },
  {
    key: 'announcements',
    folder: 'company',
    members: [...everybody, 'noah', 'henrik'],
    isDefault: true,
    isForAnnouncements: true,
  },
  {
    key: 'lunch',
    folder: 'company',
    members: ['amara', 'jonas', 'lucia', 'ewan', 'daniel', 'tomas', 'henrik', 'noah'],
  },
  {
    key: 'random',
    folder: 'company',
    members: [...everybody, 'sofia', 'noah', 'henrik'],
    isDefault: true,
  },
  {
    key: 'planning',
    folder: 'product',
    members: [...everybody, 'sofia'],
  },
  {
    key: 'engineering',
    folder: 'product',
    members: ['mei', 'priya', 'ewan', 'daniel', 'yuki', 'tomas', 'jonas', 'noah', 'lucia', 'fatima'],
  },
  {
    key: 'releases',
    folder: 'product',
    members: [...everybody, 'sofia', 'noah'],
  },
  {
    key: 'support',
    folder: 'customers',
    members: ['fatima', 'lucia', 'priya', 'ewan', 'daniel', 'mei', 'yuki', 'tomas', 'jonas', 'amara'],
  },
  {
    key: 'pilot-bakeries',
    folder: 'customers',
    members: ['sofia', 'fatima', 'tomas', 'yuki', 'lucia', 'amara', 'ewan', 'daniel'],
    isPrivate: true,
  },
  {
    key: 'spring-fair',
    folder: 'company',
    members: ['henrik', 'amara', 'jonas', 'tomas', 'lucia', 'daniel'],
  },
];
