/** Sentences about roles that groups give and take, in each language. */
import { expect, test } from 'vitest';
import { Role } from '../../permissions/roles.ts';
import { knownLanguages, texts } from '../../texts.ts';
import { channelsTaken, roleGiven, roleTaken, userGroupsTaken } from './grant-sentences.ts';

const { administrator, moderator, member, guest } = Role;
const sources = [null, 'Office'];

test('names the role that is given and the one that no group gives any longer', () => {
  expect(roleGiven('Ada', moderator)).toBe('Make Ada a moderator.');
  expect(roleTaken('Ada', guest, member, 'Office')).toBe(
    'Make Ada a guest: no group of Office makes it a member any longer.',
  );
  expect(roleTaken('Ada', member, administrator, null)).toBe(
    'Make Ada a member: no group of the directory makes it an administrator any longer.',
  );
});

test('has a translation for each role, source and kind of group', () => {
  const sentences = [
    ...[administrator, moderator, member, guest].map((role) => roleGiven('Ada', role)),
    ...sources.flatMap((source) => [
      channelsTaken('Ada', '#sales, #news', source),
      userGroupsTaken('Ada', 'Leads', source),
      ...[administrator, moderator, member].map((role) => roleTaken('Ada', guest, role, source)),
      ...[administrator, moderator].map((role) => roleTaken('Ada', member, role, source)),
    ]),
  ];
  for (const tag of knownLanguages.filter((one) => one !== 'en')) {
    const said = sentences.map((sentence) => texts.ofError(sentence, tag));
    expect(said.filter((text, at) => text === sentences[at] || !text.includes('Ada'))).toEqual([]);
    expect(new Set(said).size).toBe(sentences.length);
  }
});
