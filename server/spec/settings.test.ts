/** Every switch does what it says: each setting has its proof, and the proof is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { propertyNames } from '../domain/channels/property-rules.ts';
import { organizationSettings } from '../domain/organization/rules.ts';
import { settingNames } from '../domain/users/settings.shared.ts';
import { root } from '../laws/tree.ts';
import { channelProofs, organizationProofs, userProofs, type Proof } from './settings.ts';

const changeable = Object.entries(organizationSettings).flatMap(([name, { by }]) => (by === 'server' ? [] : [name]));
const all = [organizationProofs, userProofs, channelProofs].flatMap((proofs) => Object.entries<Proof>(proofs));

test('every setting that can be changed has its row, and no row is left over', () => {
  expect(Object.keys(organizationProofs).toSorted()).toEqual(changeable.toSorted());
  expect(Object.keys(channelProofs).toSorted()).toEqual(propertyNames.toSorted());
  expect(Object.keys(userProofs).toSorted()).toEqual([...settingNames].toSorted());
});

/** What is wrong with a proof; null for one that holds. */
function objection(name: string, proof: Proof): string | null {
  if ('otherClients' in proof) return proof.otherClients.includes(name) ? null : 'names another field';
  const [path = '', title] = 'test' in proof ? proof.test.split(' > ') : [proof.client];
  if (!existsSync(join(root, path))) return `there is no ${path}`;
  const text = readFileSync(join(root, path), 'utf8');
  if ('client' in proof) return text.includes(name) && path.startsWith('renderer/') ? null : `${path} does not read it`;
  const quoted = ["'", '`', '"'].map((quote) => `${quote}${title}${quote}`);
  return new RegExp(String.raw`\b(?:it|test)\(\s*(?:${quoted.map(escape).join('|')})`).test(text)
    ? null
    : `${path} has no such test`;
}

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

test('every proof is there: the test runs, the client reads the setting', () => {
  const objections = all.map(([name, proof]) => [name, objection(name, proof)]);
  expect(objections.filter(([, reason]) => reason !== null)).toEqual([]);
});
