/** People of the demo's small office, and what is known of them in every language; the texts about them are in office.txt. */
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
  pronouns: 'she' | 'he' | 'they';
  office: 'main' | 'home' | 'customer';
  /** Month and day. */
  birthday: string;
  manager?: PersonKey;
  /** Name of an emoji. */
  status?: string;
  /** How many of the last working days this person has not read; undefined = reads everything. */
  unreadDays?: number;
}

export const cast: Record<PersonKey, Person> = {
  amara: {
    name: 'Amara Okafor',
    role: Role.owner,
    timezone: 'Europe/Berlin',
    pronouns: 'she',
    office: 'main',
    birthday: '1978-05-14',
    status: 'train',
    unreadDays: 1,
  },
  jonas: {
    name: 'Jonas Lindqvist',
    role: Role.administrator,
    timezone: 'Europe/Stockholm',
    pronouns: 'he',
    office: 'main',
    birthday: '1984-11-02',
    manager: 'amara',
    status: 'heavy_dollar_sign',
    unreadDays: 2,
  },
  mei: {
    name: 'Mei-Ling Chen',
    role: Role.administrator,
    timezone: 'Asia/Taipei',
    pronouns: 'she',
    office: 'home',
    birthday: '1981-08-19',
    manager: 'amara',
    status: 'bee',
  },
  fatima: {
    name: 'Fatima El-Sayed',
    role: Role.moderator,
    timezone: 'Africa/Cairo',
    pronouns: 'she',
    office: 'home',
    birthday: '1986-03-30',
    manager: 'amara',
    unreadDays: 1,
  },
  tomas: {
    name: 'Tomás Herrera',
    role: Role.moderator,
    timezone: 'Europe/Berlin',
    pronouns: 'he',
    office: 'main',
    birthday: '1989-12-07',
    manager: 'amara',
    status: 'calendar',
    unreadDays: 3,
  },
  priya: {
    name: 'Priya Raman',
    role: Role.member,
    timezone: 'Asia/Kolkata',
    pronouns: 'she',
    office: 'home',
    birthday: '1993-01-22',
    manager: 'mei',
    status: 'ocean',
    unreadDays: 1,
  },
  ewan: {
    name: 'Ewan MacLeod',
    role: Role.member,
    timezone: 'Europe/London',
    pronouns: 'he',
    office: 'main',
    birthday: '1991-06-11',
    manager: 'mei',
    unreadDays: 2,
  },
  yuki: {
    name: 'Yuki Tanaka',
    role: Role.member,
    timezone: 'Asia/Tokyo',
    pronouns: 'she',
    office: 'home',
    birthday: '1990-09-05',
    manager: 'tomas',
    status: 'art',
    unreadDays: 2,
  },
  lucia: {
    name: 'Lucía Fernández',
    role: Role.member,
    timezone: 'Europe/Madrid',
    pronouns: 'she',
    office: 'main',
    birthday: '1995-04-27',
    manager: 'fatima',
  },
  daniel: {
    name: 'Daniel Kowalczyk',
    role: Role.member,
    timezone: 'Europe/Warsaw',
    pronouns: 'he',
    office: 'main',
    birthday: '1987-10-16',
    manager: 'mei',
    status: 'rocket',
    unreadDays: 1,
  },
  sofia: {
    name: 'Sofia Rossi',
    role: Role.guest,
    timezone: 'Europe/Rome',
    pronouns: 'she',
    office: 'customer',
    birthday: '1982-07-03',
    status: 'bread',
    unreadDays: 5,
  },
  noah: {
    name: 'Noah Abebe',
    role: Role.guest,
    timezone: 'Africa/Addis_Ababa',
    pronouns: 'they',
    office: 'home',
    birthday: '1994-02-09',
    unreadDays: 8,
  },
  henrik: {
    name: 'Henrik Dahl',
    role: Role.member,
    timezone: 'Europe/Copenhagen',
    pronouns: 'he',
    office: 'main',
    birthday: '1979-01-31',
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

/** User groups: key of the name in office.txt, members. */
export const groups: readonly { key: string; members: readonly PersonKey[] }[] = [
  { key: 'engineering', members: ['mei', 'priya', 'ewan', 'daniel'] },
  { key: 'support', members: ['fatima', 'lucia'] },
  { key: 'planning', members: ['tomas', 'amara', 'mei', 'yuki'] },
  { key: 'on-call', members: ['daniel', 'priya'] },
];
