// The small office that Markdown tests take place in: three people, namesakes, a group, two channels, a custom emoji and
// two linkifiers.

import type { RenderContext } from '../markdown/context.ts';
import { compileLinkifier } from '../markdown/linkify.ts';

const users = [
  { id: 5, fullName: 'Ada Lovelace' },
  { id: 6, fullName: 'Bo "the <b>" O\'Neil' },
  { id: 7, fullName: 'Sam Twin' },
  { id: 8, fullName: 'Sam Twin' },
  { id: 11, fullName: 'Dr. Núñez-Ñ (R&D) #42 :tada: $$x$$ ~~a~~ 李' },
];
const groups = [{ id: 3, name: 'support' }];
const channels = [
  { id: 9, name: 'design team' },
  { id: 10, name: 'q&a <all>' },
];

export const testContext: RenderContext = {
  findUserByName: (fullName) => users.find((user) => user.fullName === fullName),
  findUserById: (id) => users.find((user) => user.id === id),
  findGroupByName: (name) => groups.find((group) => group.name === name),
  findChannelByName: (name) => channels.find((channel) => channel.name === name),
  findCustomEmoji: (name) => (name === 'party_parrot' ? { url: '/user_avatars/2/emoji/images/1.png' } : undefined),
  linkifiers: [
    compileLinkifier({ id: 1, pattern: '#(?P<id>[0-9]{1,8})', urlTemplate: 'https://tickets.example/{id}' }),
    compileLinkifier({
      id: 2,
      pattern: '(?<project>[A-Z]{2,9})-(?<number>\\d+)',
      urlTemplate: 'https://tickets.example/{project}/{number}',
    }),
  ],
  // Cases say what a text becomes, however busy the machine is.
  highlightBudget: { milliseconds: 60_000, newGrammars: 100 },
  isOwnOrigin: (origin) => origin === 'http://office.local:9080',
};
