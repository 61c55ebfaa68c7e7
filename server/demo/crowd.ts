/** The people beside the office's own who make a week busy, and the channels in which they talk. */
import { createUser } from '../domain/accounts/lifecycle.ts';
import { createFolder } from '../domain/channels/folders/edit.ts';
import { createRequestedChannel } from '../domain/channels/request.ts';
import { subscribeUsers } from '../domain/channels/subscriptions/subscribe.ts';
import type { UserRow } from '../domain/users/rows.ts';
import { Role } from '../permissions/roles.ts';
import { keyFor, mailDomain } from './cast.ts';
import type { DemoRandom } from './random.ts';
import type { Seeder } from './seeder.ts';

/** No two have the same first name: it is in the address and in the API key. */
const names = [
  'Abena Mensah',
  'Bo Nygaard',
  'Camille Laurent',
  'Dinesh Pillai',
  'Elif Kaya',
  'Farid Rahimi',
  'Greta Vogel',
  'Hamza Idrissi',
  'Ines Duarte',
  'Jamal Carter',
  'Keiko Mori',
  'Leon Fischer',
  'Marta Zielinska',
  'Nils Bergström',
  'Olivia Brand',
  'Pablo Reyes',
  'Quinn Doyle',
  'Rosa Bianchi',
  'Samir Haddad',
  'Tuva Haugen',
  'Uma Krishnan',
  'Viktor Petrov',
  'Wanjiru Kamau',
  'Xenia Popescu',
  'Yaw Boateng',
  'Zofia Nowak',
  'Anouk de Vries',
  'Bilal Aydin',
  'Chiara Greco',
  'Dag Lindholm',
  'Esther Cohen',
  'Finn Gallagher',
  'Gita Sharma',
  'Hugo Martins',
  'Ida Rasmussen',
  'Jiho Park',
] as const;

/** Keys of their names in office.txt. */
const channels = [
  'incidents',
  'design',
  'mobile',
  'data',
  'sales',
  'onboarding',
  'infrastructure',
  'translations',
  'research',
  'hiring',
  'watercooler',
  'retros',
] as const;

export interface Crowd {
  /** Everyone who talks, those of the office too, by id. */
  people: Map<number, UserRow>;
  /** Members by the key of the channel. */
  members: Map<string, number[]>;
}

/** Brings them in, and everyone into some channels. Those of the office are there already. */
export function gather(seeder: Seeder, random: DemoRandom, passwordHash: string): Crowd {
  const office = seeder.present().map((key) => seeder.user(key));
  const newcomers = names.map((fullName, index) => {
    const first = fullName.split(' ')[0]?.toLowerCase() ?? '';
    random.expectToken(keyFor(first));
    return createUser(seeder.as('amara'), {
      email: `${first}@${mailDomain}`,
      fullName,
      role: index % 12 === 5 ? Role.moderator : index % 12 === 11 ? Role.guest : Role.member,
      passwordHash,
      by: seeder.user('amara'),
    });
  });
  const people = new Map([...office, ...newcomers].map((user) => [user.id, user]));
  const acting = seeder.as('amara');
  const teams = seeder.texts.pair('folders', 'teams');
  const folder = createFolder(acting, teams.name, teams.description);
  const members = new Map<string, number[]>();
  for (const key of channels) {
    const { name, description } = seeder.texts.pair('channels', key);
    const channel = createRequestedChannel(acting, name, description, {
      invite_only: key === 'hiring',
      is_web_public: false,
      is_default_stream: false,
      history_public_to_subscribers: true,
      folder_id: folder,
      settings: {},
    });
    const chosen = [...people.keys()].filter((id) => id === acting.user.id || random.chance(0.45));
    subscribeUsers(acting, [channel], chosen);
    members.set(key, chosen);
  }
  members.set(
    'general',
    [...people.values()].filter(({ role }) => role !== Role.guest).map(({ id }) => id),
  );
  return { people, members };
}
