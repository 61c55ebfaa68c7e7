/** The console's view of the organization's directory (LDAP): its settings, trying it out as a user, and what a synchronization does. */
import { z } from 'zod';
import {
  changeDirectorySettings,
  directoryPresets,
  directorySettingsSchema,
  directorySettingsWire,
  directoryState,
  type DirectorySettings,
  type DirectoryState,
} from '../../domain/directory/settings.shared.ts';
import { sentencesOf } from '../../domain/sign-in-groups/account-change.ts';
import { findDirectoryRow } from '../../domain/users/directory-rows.ts';
import { readingOf } from '../../domain/users/language.shared.ts';
import type { UserRow } from '../../domain/users/rows.ts';
import { badRequest } from '../../errors.ts';
import { json, text } from '../../http/params.ts';
import { LdapError } from '../../network/ldap-errors.ts';
import type { Reader } from '../../storage/database.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

const settingsAnswer = directorySettingsSchema
  .omit({ ldap_bind_password: true })
  .extend({ ldap_bind_password_set: z.boolean() });
const stateAnswer = z.strictObject({ at: z.number(), problem: z.string().nullable() }).nullable();

export const getDirectory = endpoint({
  method: 'GET',
  path: '/console/directory',
  access: 'owner',
  summary: 'How people sign in with a directory (LDAP), and which sign-ins it refused; never the password.',
  personal: false,
  answer: {
    settings: settingsAnswer,
    presets: z.record(z.string(), directorySettingsSchema.partial()),
    state: stateAnswer.describe('How the last synchronization went.'),
    failures: z.array(z.strictObject({ at: z.number(), username: z.string(), reason: z.string() })),
  },
  params: {},
  run: ({ read, services }) =>
    read(({ db, user }) => {
      const { ofError } = readingOf(user);
      return {
        settings: directorySettingsWire(db),
        presets: directoryPresets,
        state: shownState(db, user),
        failures: services.directory.failures.map((one) => ({ ...one, reason: ofError(one.reason) })),
      };
    }),
});

export const changeDirectory = endpoint({
  method: 'PATCH',
  path: '/console/directory',
  // The directory decides who signs in to which account.
  access: 'owner',
  summary: 'Changes how people sign in with a directory; a setting that is not sent stays.',
  personal: false,
  answer: { settings: settingsAnswer },
  params: { settings: json<Partial<DirectorySettings>>(directorySettingsSchema.partial()).secret() },
  run: ({ write, params }) =>
    write((acting) => {
      changeDirectorySettings(acting, params.settings);
      return { settings: directorySettingsWire(acting.db) };
    }),
});

export const tryDirectory = endpoint({
  method: 'POST',
  path: '/console/directory/test_user',
  access: 'owner',
  summary: 'What the directory knows of a user, and what a sign-in would do. Changes nothing.',
  answer: {
    found: z.array(
      z.strictObject({
        dn: z.string(),
        username: z.string(),
        email: z.string(),
        full_name: z.string(),
        groups: z.array(z.string()),
        is_disabled: z.boolean(),
        is_allowed: z.boolean(),
      }),
    ),
    changes: z.array(z.string()),
    refusal: z.string().nullable().describe('Why the user could not sign in; null = it could.'),
  },
  params: { username: text({ min: 1, max: 300 }) },
  async run({ services, read, params }) {
    const { ofError } = await read(({ user }) => readingOf(user));
    const { found, changes, refusal } = await withProblem(services.directory.tryOut(params.username));
    return {
      found: found.map((one) => ({
        dn: one.dn,
        username: one.username,
        email: one.email,
        full_name: one.fullName,
        groups: one.groups,
        is_disabled: one.isDisabled,
        is_allowed: one.isAllowed,
      })),
      changes: sentencesOf(changes).map((change) => ofError(change)),
      refusal: refusal && ofError(refusal),
    };
  },
});

export const previewDirectory = endpoint({
  method: 'POST',
  path: '/console/directory/preview',
  access: 'owner',
  summary: 'Everything that a synchronization would change, in sentences. Changes nothing.',
  answer: { changes: z.array(z.string()) },
  params: {},
  async run({ services, read }) {
    const { ofError } = await read(({ user }) => readingOf(user));
    return { changes: (await withProblem(services.directory.preview())).map((change) => ofError(change)) };
  },
});

export const synchronizeDirectory = endpoint({
  method: 'POST',
  path: '/console/directory/synchronize',
  access: 'owner',
  summary: 'Synchronizes accounts with the directory now, as happens every hour.',
  personal: false,
  answer: { changes: z.number(), state: stateAnswer },
  params: {},
  async run({ services, read }) {
    const changes = await services.directory.synchronize();
    return { changes, state: await read(({ db, user }) => shownState(db, user)) };
  },
});

export const getOwnPassword = endpoint({
  method: 'GET',
  path: '/console/own_password',
  access: 'authenticated',
  summary: 'Where your password is kept, and how it is changed where a directory keeps it.',
  personal: false,
  answer: { is_in_directory: z.boolean(), instructions: z.string() },
  params: {},
  run: ({ read }) =>
    read(({ db, user }) => {
      const isThere = findDirectoryRow(db, user.id) !== undefined;
      return {
        is_in_directory: isThere,
        instructions: isThere ? directorySettingsWire(db).ldap_password_help : '',
      };
    }),
});

/** How the last synchronization went, in the language of its reader. */
function shownState(db: Reader, reader: UserRow): DirectoryState | null {
  const state = directoryState(db);
  return state && { ...state, problem: state.problem && readingOf(reader).ofError(state.problem) };
}

/** @throws ApiError BAD_REQUEST with what is wrong with the directory */
async function withProblem<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof LdapError) throw badRequest(error.message);
    throw error;
  }
}
