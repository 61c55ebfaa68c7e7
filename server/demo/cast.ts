/** Who works at the demo's small office, and what is known of everyone. */
import { Role } from '../permissions/roles.ts';

export const organizationName = 'Alder & Wren';
export const mailDomain = 'alder-wren.example';
/** Everyone's: it is a demo, and it is printed at every start. */
export const demoPassword = 'hearth-demo';

export const keys = [
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
  'sofia',
  'noah',
  'henrik',
] as const;
export type PersonKey = (typeof keys)[number];
export type SpeakerKey = PersonKey | 'build' | 'lookup';

export interface Person {
  name: string;
  role: number;
  timezone: string;
  pronouns: string;
  job: string;
  office: 'main' | 'home' | 'customer';
  /** Month and day. */
  birthday: string;
  about: string;
  manager?: PersonKey;
  /** Emoji name and text. */
  status?: [emoji: string, text: string];
  /** How many of the last working days this person has not read; undefined = reads everything. */
  unreadDays?: number;
}

export const cast: Record<PersonKey, Person> = {
  amara: {
    name: 'Amara Okafor',
    role: Role.owner,
    timezone: 'Europe/Berlin',
    pronouns: 'she/her',
    job: 'Managing director',
    office: 'main',
    birthday: '1978-05-14',
    about: 'Founded the company at a kitchen table. Once drove a tram.',
    status: ['train', 'In the final round'],
    unreadDays: 1,
  },
  jonas: {
    name: 'Jonas Lindqvist',
    role: Role.administrator,
    timezone: 'Europe/Stockholm',
    pronouns: 'he/him',
    job: 'Office and finance',
    office: 'main',
    birthday: '1984-11-02',
    about: 'Invoices, contracts, keys, plants.',
    manager: 'amara',
    status: ['heavy_dollar_sign', 'Month-end closing'],
    unreadDays: 2,
  },
  mei: {
    name: 'Mei-Ling Chen',
    role: Role.administrator,
    timezone: 'Asia/Taipei',
    pronouns: 'she/her',
    job: 'Head of engineering',
    office: 'home',
    birthday: '1981-08-19',
    about: 'Asks what the slow part is. Keeps bees on the roof.',
    manager: 'amara',
    status: ['bee', 'No meetings on Wednesday'],
  },
  fatima: {
    name: 'Fatima El-Sayed',
    role: Role.moderator,
    timezone: 'Africa/Cairo',
    pronouns: 'she/her',
    job: 'Head of support',
    office: 'home',
    birthday: '1986-03-30',
    about: 'Speaks five languages, listens in all of them.',
    manager: 'amara',
    unreadDays: 1,
  },
  tomas: {
    name: 'Tomás Herrera',
    role: Role.moderator,
    timezone: 'Europe/Berlin',
    pronouns: 'he/him',
    job: 'Product planning',
    office: 'main',
    birthday: '1989-12-07',
    about: 'Cards, interviews, decisions.',
    manager: 'amara',
    status: ['calendar', 'Planning hour on Thursday'],
    unreadDays: 3,
  },
  priya: {
    name: 'Priya Raman',
    role: Role.member,
    timezone: 'Asia/Kolkata',
    pronouns: 'she/her',
    job: 'Developer, rules and data',
    office: 'home',
    birthday: '1993-01-22',
    about: 'Tests first. Has read every book about submarines.',
    manager: 'mei',
    status: ['ocean', 'Deep work'],
    unreadDays: 1,
  },
  ewan: {
    name: 'Ewan MacLeod',
    role: Role.member,
    timezone: 'Europe/London',
    pronouns: 'he/him',
    job: 'Developer, pages',
    office: 'main',
    birthday: '1991-06-11',
    about: 'Keyboards, grids, bagpipes (outdoors).',
    manager: 'mei',
    unreadDays: 2,
  },
  yuki: {
    name: 'Yuki Tanaka',
    role: Role.member,
    timezone: 'Asia/Tokyo',
    pronouns: 'she/her',
    job: 'Designer',
    office: 'home',
    birthday: '1990-09-05',
    about: 'One crane for every bug in my own drafts.',
    manager: 'tomas',
    status: ['art', 'Two percent lighter'],
    unreadDays: 2,
  },
  lucia: {
    name: 'Lucía Fernández',
    role: Role.member,
    timezone: 'Europe/Madrid',
    pronouns: 'she/her',
    job: 'Support',
    office: 'main',
    birthday: '1995-04-27',
    about: 'Ran a marathon by mistake.',
    manager: 'fatima',
  },
  daniel: {
    name: 'Daniel Kowalczyk',
    role: Role.member,
    timezone: 'Europe/Warsaw',
    pronouns: 'he/him',
    job: 'Tests and releases',
    office: 'main',
    birthday: '1987-10-16',
    about: 'Repairs clocks, some of them even go afterwards.',
    manager: 'mei',
    status: ['rocket', 'Next: 4.5'],
    unreadDays: 1,
  },
  sofia: {
    name: 'Sofia Rossi',
    role: Role.guest,
    timezone: 'Europe/Rome',
    pronouns: 'she/her',
    job: 'Baker, pilot customer',
    office: 'customer',
    birthday: '1982-07-03',
    about: 'Eleven people, one oven, flour on the keyboard.',
    status: ['bread', 'Back at two'],
    unreadDays: 5,
  },
  noah: {
    name: 'Noah Abebe',
    role: Role.guest,
    timezone: 'Africa/Addis_Ababa',
    pronouns: 'they/them',
    job: 'Translator',
    office: 'home',
    birthday: '1994-02-09',
    about: 'Collects words that cannot be translated.',
    unreadDays: 8,
  },
  henrik: {
    name: 'Henrik Dahl',
    role: Role.member,
    timezone: 'Europe/Copenhagen',
    pronouns: 'he/him',
    job: 'Fairs and events (until this autumn)',
    office: 'main',
    birthday: '1979-01-31',
    about: 'Organized the spring fair.',
  },
};

export const isPersonKey = (text: string): text is PersonKey => (keys as readonly string[]).includes(text);
export const isSpeakerKey = (text: string): text is SpeakerKey =>
  isPersonKey(text) || text === 'build' || text === 'lookup';

export const emailOf = (key: PersonKey): string => `${key}@${mailDomain}`;

/** An API key that can be read aloud: the name, then digits that count up, 32 characters in all. */
export function keyFor(firstName: string): string {
  const name = `${firstName[0]?.toUpperCase() ?? ''}${firstName.slice(1)}`;
  return `${name}Key${'1234567890'.repeat(4)}`.slice(0, 32);
}

export const apiKeyOf = (key: SpeakerKey): string => keyFor(key);

/** User groups: name, description, members. */
export const groups: readonly { name: string; description: string; members: readonly PersonKey[] }[] = [
  { name: 'engineering', description: 'Everybody who changes the code', members: ['mei', 'priya', 'ewan', 'daniel'] },
  { name: 'support', description: 'Everybody who answers customers', members: ['fatima', 'lucia'] },
  { name: 'planning', description: 'Decides what comes next', members: ['tomas', 'amara', 'mei', 'yuki'] },
  { name: 'on-call', description: 'Reachable at night and on weekends', members: ['daniel', 'priya'] },
];
