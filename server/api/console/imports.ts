/**
 * Bringing a team from another chat into this organization, for owners: hand in its export or choose a file of this computer, look at
 * what is in it, import it, and hand out links to the users that it brought.
 */
import { z } from 'zod';
import { importedUserLinkShape, importStateShape, importUploadShape } from '../../contract/shapes/imports.ts';
import { makeResetLink } from '../../domain/accounts/password-changes.ts';
import type { Acting } from '../../domain/acting.ts';
import { causeOf } from '../../domain/audit/cause.ts';
import { audit } from '../../domain/audit/record.ts';
import { readingOf } from '../../domain/users/language.shared.ts';
import { findUser, placeholderEmail, type UserRow } from '../../domain/users/rows.ts';
import { malformedRequest } from '../../errors.ts';
import { RawAnswer, type RequestInfo } from '../../http/endpoint.ts';
import { bool, int, listOf, text } from '../../http/params.ts';
import type { ServerServices } from '../../operations/services.ts';
import { isToInvite, usersToInvite } from '../../operations/team-import/ids.ts';
import { uploadPolicy } from '../../uploads/types.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: server';

export const fileName = text({ max: 300 }).default('team').describe('What the file is called, for people.');
export const filePath = text({ min: 1, max: 4000 }).describe('Full path of the file on the computer of the server.');

export const uploadParams = {
  name: text({ min: 1, max: 300 }).describe('What the file is called, for people.'),
  size: int({ min: 1 }).describe('Bytes of the whole file.'),
};
export const partOffset = int({ min: 0 }).describe(
  'Place in the file of the first byte; not behind what was received.',
);

/** What is left out of an import, and how. */
export const importChoices = {
  leave_out_channels: listOf(z.string().max(300), { max: 100_000 })
    .default([])
    .describe('Ids of public channels of the preview.'),
  leave_out_private_channels: bool().default(false),
  leave_out_direct_messages: bool().default(false),
  main_topic: text({ max: 60 })
    .default('')
    .describe('Topic of messages that belong to no thread, of chats without topics.'),
  slack_token: text({ min: 1, max: 300 })
    .optional()
    .describe('Of the workspace: downloads files that an export of Slack only links to. It is kept nowhere.')
    .secret(),
  team: text({ max: 300 }).optional().describe('Of an export with several teams the one to take; without it all.'),
};

export const getImports = endpoint({
  method: 'GET',
  path: '/console/imports',
  access: 'owner',
  summary: 'The file that was chosen, what is in it, how far its import is, and how the last one ended.',
  personal: false,
  answer: { import: importStateShape },
  params: {},
  async run({ services, read }) {
    const reading = await read(({ user }) => readingOf(user));
    return { import: await services.importer.state(services, reading) };
  },
});

export const uploadImport = endpoint({
  method: 'POST',
  path: '/console/imports',
  access: 'owner',
  summary:
    'Hand in an export of another chat in one request, as the body. It is read through in the background; nothing is changed yet.',
  personal: false,
  answer: { import: importStateShape },
  params: { name: fileName },
  takesStream: true,
  async run({ services, request, read, params: { name } }) {
    await receiveImport(services, request, name);
    const reading = await read(({ user }) => readingOf(user));
    return { import: await services.importer.state(services, reading) };
  },
});

export const beginImportUpload = endpoint({
  method: 'POST',
  path: '/console/imports/upload',
  access: 'owner',
  summary:
    'Begin to hand in an export in parts, or go on with the upload of the same name and size: `received` is where to go on.',
  personal: false,
  answer: { upload: importUploadShape },
  params: uploadParams,
  async run({ services, write, params: { name, size } }) {
    await write(() => undefined);
    return { upload: await services.importer.beginUpload(name, size) };
  },
});

export const sendImportPart = endpoint({
  method: 'POST',
  path: '/console/imports/upload/part',
  access: 'owner',
  summary:
    'Hand in a part of the export, as the body, of up to 64 MiB. Bytes that were received already are compared: another file is refused. With the last part the file is read through in the background.',
  personal: false,
  answer: { received: z.number().describe('Bytes that are on disk.') },
  params: { offset: partOffset },
  takesStream: true,
  async run({ services, request, params: { offset } }) {
    return { received: await receivePart(services, request, offset) };
  },
});

export const chooseImportFile = endpoint({
  method: 'POST',
  path: '/console/imports/from_file',
  access: 'owner',
  summary: 'Choose an export that lies on the computer of the server. It is read through in the background.',
  personal: false,
  answer: { import: importStateShape },
  params: { path: filePath },
  async run({ services, read, params: { path } }) {
    const reading = await read(({ user }) => readingOf(user));
    await services.importer.choose(path);
    return { import: await services.importer.state(services, reading) };
  },
});

export const startImport = endpoint({
  method: 'POST',
  path: '/console/imports/start',
  access: 'owner',
  summary:
    'Begin to import the file that was read through, after a backup; GET says how far it is. Requests wait at its end, while the new data is opened.',
  personal: false,
  answer: { started: z.boolean() },
  params: importChoices,
  async run({ services, write, params }) {
    services.importer.checkReady();
    // A user who is no longer an owner imports nothing.
    const cause = await write((acting) => causeOf(acting.tx));
    services.importer.start(services, {
      choices: choicesOf(params),
      slackToken: params.slack_token,
      cause,
      owner: null,
    });
    return { started: true };
  },
});

export const cancelImport = endpoint({
  method: 'POST',
  path: '/console/imports/cancel',
  access: 'owner',
  summary: 'End what is under way: everything stays as it is.',
  personal: false,
  answer: {},
  params: {},
  async run({ services, write }) {
    await write(() => undefined);
    services.importer.cancel();
    return {};
  },
});

export const discardImport = endpoint({
  method: 'DELETE',
  path: '/console/imports',
  access: 'owner',
  summary: 'Give up the file that was handed in or chosen.',
  personal: false,
  answer: {},
  params: {},
  async run({ services, write }) {
    await write(() => undefined);
    await services.importer.discard();
    return {};
  },
});

export const getImportReport = endpoint({
  method: 'GET',
  path: '/console/imports/report',
  access: 'owner',
  summary:
    'The report of the last import as text: what came, what was changed or left out, and why, with file and line.',
  personal: false,
  answer: 'file',
  params: {},
  async run({ services, read }) {
    const reading = await read(({ user }) => readingOf(user));
    return new RawAnswer({
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'private, no-store',
        'Content-Disposition': 'attachment; filename="import-report.txt"',
        'Content-Security-Policy': uploadPolicy,
        'X-Content-Type-Options': 'nosniff',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
      body: await services.importer.report(reading),
    });
  },
});

export const makeImportLinks = endpoint({
  method: 'POST',
  path: '/console/imports/sign_in_links',
  access: 'owner',
  summary:
    'Make a link for each imported user who has no password, with which they choose one; mailed too, where mail works. Earlier links end.',
  personal: false,
  answer: { links: z.array(importedUserLinkShape) },
  params: {},
  async run({ write }) {
    const ids = await write((acting) => {
      audit(acting, { kind: 'password', action: 'import_links_created' });
      return usersToInvite(acting.db);
    });
    const links: z.infer<typeof importedUserLinkShape>[] = [];
    for (let from = 0; from < ids.length; from += linksAtOnce)
      links.push(
        ...(await write((acting) =>
          ids
            .slice(from, from + linksAtOnce)
            .filter((id) => isToInvite(acting.db, id))
            .map((id) => linkFor(acting, id)),
        )),
      );
    return { links };
  },
});

/** Links that are made in one transaction: more would delay other requests. */
const linksAtOnce = 100;

function linkFor(acting: Acting, id: number): z.infer<typeof importedUserLinkShape> {
  const user = findUser(acting.db, id);
  if (user === undefined) throw new Error(`There is no user ${id}.`);
  const { link_url, expires_at, is_sent } = makeResetLink(acting, user, 'welcome');
  const email = hasAddress(user) ? user.delivery_email : null;
  return { user_id: id, full_name: user.full_name, email, link_url, expires_at, is_sent: is_sent && email !== null };
}

/** Whether an imported user has an address of their own. */
const hasAddress = ({ id, delivery_email: email }: UserRow): boolean => email !== placeholderEmail(id);

/** The body of a request as a file to import. @throws ApiError as Importer.receive */
export async function receiveImport(services: ServerServices, request: RequestInfo, name: string): Promise<void> {
  const { body, headers } = request;
  if (body === undefined) throw malformedRequest('there is no body');
  const length = Number(headers['content-length'] ?? NaN);
  await services.importer.receive(body, Number.isNaN(length) ? undefined : length, name);
}

/** The body of a request as a part of an upload. @throws ApiError as Importer.receivePart */
export async function receivePart(services: ServerServices, { body }: RequestInfo, offset: number): Promise<number> {
  if (body === undefined) throw malformedRequest('there is no body');
  return services.importer.receivePart(body, offset);
}

/** @returns the choices of a request as the importer takes them. */
export function choicesOf(params: {
  leave_out_channels: string[];
  leave_out_private_channels: boolean;
  leave_out_direct_messages: boolean;
  main_topic: string;
  team?: string | undefined;
}) {
  return {
    leaveOutChannels: params.leave_out_channels,
    leaveOutPrivateChannels: params.leave_out_private_channels,
    leaveOutDirectMessages: params.leave_out_direct_messages,
    mainTopic: params.main_topic,
    team: params.team ?? null,
  };
}
