/** Every kind, action and field that the server writes into the audit log has a name of its own, which languages translate. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditActions, auditKinds, type AuditKind } from '../domain/audit/rows.ts';
import { auditedTables } from '../domain/audit/subjects.ts';
import { organizationSettings } from '../domain/organization/rules.ts';
import { builtInSettings } from '../domain/users/settings.shared.ts';
import { serverSettings } from '../operations/server-audit.ts';
import { permissionRules } from '../permissions/group-settings.ts';
import { root } from './tree.ts';

/** Modules of the console are of another project, whose types are not known here. */
const ofRenderer = async (path: string): Promise<unknown> => import(join(root, 'renderer', path));

const { fieldWords } = (await ofRenderer('console/screens/audit-log/field-names.ts')) as {
  fieldWords: (kind: AuditKind, field: string) => { label: string };
};
const { actionName, kindName } = (await ofRenderer('console/screens/audit-log/words.ts')) as {
  actionName: (name: string) => string;
  kindName: (name: string) => string;
};
const { pseudo } = (await ofRenderer('client/pseudo-language.ts')) as { pseudo: unknown };
const { setLanguage } = (await ofRenderer('client/text.ts')) as {
  setLanguage: (tag: string, sentences: object, how?: unknown) => void;
};

// A name that passed the translation function is in brackets.
beforeAll(() => setLanguage('en-xa', {}, pseudo));
afterAll(() => setLanguage('en', {}));

const without = (names: readonly string[], nameOf: (name: string) => string): string[] =>
  names.filter((name) => !nameOf(name).startsWith('[['));

/** Fields of rows by the kind of their entries. What is `context` is no field, and a column of values holds other fields. */
function fieldsByKind(): Map<AuditKind, string[]> {
  const kindOf: Readonly<Record<string, AuditKind>> = {
    users: 'user',
    bot_services: 'bot',
    user_groups: 'group',
    streams: 'channel',
    channel_folders: 'channel_folder',
    profile_fields: 'profile_field',
    linkifiers: 'linkifier',
    realm_emoji: 'emoji',
    realm_playgrounds: 'playground',
    realm_exports: 'export',
    realm_domains: 'domain',
    sign_in_providers: 'sign_in_provider',
    invitations: 'invitation',
  };
  const fields = new Map<AuditKind, string[]>([
    ['organization', [...Object.keys(organizationSettings), ...Object.keys(permissionRules.realm)]],
    ['user_defaults', Object.keys(builtInSettings)],
  ]);
  const add = (kind: AuditKind, names: readonly string[]): void =>
    void fields.set(kind, [...(fields.get(kind) ?? []), ...names]);
  for (const [table, { columns }] of Object.entries(auditedTables(serverSettings)))
    for (const [column, how] of Object.entries(columns)) {
      const kind = kindOf[table];
      if (kind !== undefined && how !== 'context' && how !== 'settings') add(kind, [column]);
    }
  add('bot', fields.get('user') ?? []);
  add('user', ['sign_in_link']);
  add('group', ['members', 'subgroups', ...Object.keys(permissionRules.group)]);
  add('channel', ['link', ...Object.keys(permissionRules.stream)]);
  for (const [kind, defaults] of Object.entries(serverSettings)) add(kind as AuditKind, Object.keys(defaults));
  return fields;
}

it('names every kind of thing', () => expect(without(auditKinds, kindName)).toEqual([]));

it('names every action', () => expect(without(auditActions, actionName)).toEqual([]));

it.each([...fieldsByKind()])('names every field of the kind %s', (kind, fields) => {
  expect(without(fields, (field) => fieldWords(kind, field).label)).toEqual([]);
});
