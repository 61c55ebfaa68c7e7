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

export const folders = [
  { name: 'Company', description: 'What concerns everybody, and what is only fun.' },
  { name: 'Product', description: 'Planning, building and releasing Daybook.' },
  { name: 'Customers', description: 'Questions, tickets and the pilot.' },
] as const;
type FolderName = (typeof folders)[number]['name'];

export interface Place {
  name: string;
  folder: FolderName;
  description: string;
  members: readonly PersonKey[];
  isPrivate?: boolean;
  isDefault?: boolean;
  /** Only administrators write. */
  isForAnnouncements?: boolean;
}

/** Two of the ten are there already when an organization is created: `general`, and `sandbox`, which becomes `random`. */
export const places: readonly Place[] = [
  {
    name: 'general',
    folder: 'Company',
    description: 'For everyone: news, questions, and what concerns all.',
    members: [...everybody, 'noah', 'henrik'],
    isDefault: true,
  },
  {
    name: 'announcements',
    folder: 'Company',
    description: 'Few and important. Only administrators write here; answer in #**general**.',
    members: [...everybody, 'noah', 'henrik'],
    isDefault: true,
    isForAnnouncements: true,
  },
  {
    name: 'lunch',
    folder: 'Company',
    description: 'Where, when, and what it tasted like.',
    members: ['amara', 'jonas', 'lucia', 'ewan', 'daniel', 'tomas', 'henrik', 'noah'],
  },
  {
    name: 'random',
    folder: 'Company',
    description: 'Photos, puzzles, bees and books. Mute it without regret.',
    members: [...everybody, 'sofia', 'noah', 'henrik'],
    isDefault: true,
  },
  {
    name: 'planning',
    folder: 'Product',
    description: 'What we build next, what we leave out, and why. Cards are PLAN-*number*.',
    members: [...everybody, 'sofia'],
  },
  {
    name: 'engineering',
    folder: 'Product',
    description: 'Code, tests and machines. Builds report in the topic **builds**.',
    members: ['mei', 'priya', 'ewan', 'daniel', 'yuki', 'tomas', 'jonas', 'noah', 'lucia', 'fatima'],
  },
  {
    name: 'releases',
    folder: 'Product',
    description: 'From the freeze to the first quiet hour.',
    members: [...everybody, 'sofia', 'noah'],
  },
  {
    name: 'support',
    folder: 'Customers',
    description: 'One topic for each ticket. Tickets are #*number*.',
    members: ['fatima', 'lucia', 'priya', 'ewan', 'daniel', 'mei', 'yuki', 'tomas', 'jonas', 'amara'],
  },
  {
    name: 'pilot-bakeries',
    folder: 'Customers',
    description: 'Private: the four bakeries of the pilot, and those of us who look after them.',
    members: ['sofia', 'fatima', 'tomas', 'yuki', 'lucia', 'amara', 'ewan', 'daniel'],
    isPrivate: true,
  },
  {
    name: 'spring-fair',
    folder: 'Company',
    description: 'The stand at the spring fair. Done, and archived.',
    members: ['henrik', 'amara', 'jonas', 'tomas', 'lucia', 'daniel'],
  },
];
