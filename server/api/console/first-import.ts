/** Bringing a team from another chat to an empty server, guarded by the token of the set-up link: its users, channels and messages. */
import { z } from 'zod';
import { importStateShape, importUploadShape } from '../../contract/shapes/imports.ts';
import { checkPasswordRules } from '../../domain/accounts/passwords.shared.ts';
import { causeOf } from '../../domain/audit/cause.ts';
import { validEmail, validFullName } from '../../domain/users/rows.ts';
import type { RequestInfo } from '../../http/endpoint.ts';
import { text } from '../../http/params.ts';
import { hashPassword } from '../../secrets.ts';
import { languageOf, readingIn, type Reading } from '../../texts.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';
import { checkSetupToken } from './first-run.ts';
import {
  choicesOf,
  fileName,
  filePath,
  importChoices,
  partOffset,
  receiveImport,
  receivePart,
  uploadParams,
} from './imports.ts';

export const subject: Subject = 'Console: server';

/** @returns the language that the browser asks for: there is no user yet. */
const readingFor = ({ headers }: RequestInfo): Reading => readingIn(languageOf(headers['accept-language']));

const token = text({ min: 1, max: 200 }).describe('Of the setup link.').secret();

export const getFirstImport = endpoint({
  method: 'POST',
  path: '/console/setup/imports/state',
  access: 'anonymous',
  summary: 'As GET /console/imports, for a server without an organization.',
  personal: false,
  answer: { import: importStateShape },
  params: { token },
  async run(call) {
    await checkSetupToken(call, call.params.token);
    return { import: await call.services.importer.state(call.services, readingFor(call.request)) };
  },
});

export const uploadFirstImport = endpoint({
  method: 'POST',
  path: '/console/setup/imports',
  access: 'anonymous',
  summary: 'As POST /console/imports, for a server without an organization.',
  personal: false,
  answer: { import: importStateShape },
  params: { token, name: fileName },
  takesStream: true,
  async run(call) {
    const { services, request, params } = call;
    await checkSetupToken(call, params.token);
    await receiveImport(services, request, params.name);
    return { import: await services.importer.state(services, readingFor(request)) };
  },
});

export const beginFirstImportUpload = endpoint({
  method: 'POST',
  path: '/console/setup/imports/upload',
  access: 'anonymous',
  summary: 'As POST /console/imports/upload, for a server without an organization.',
  personal: false,
  answer: { upload: importUploadShape },
  params: { token, ...uploadParams },
  async run(call) {
    const { services, params } = call;
    await checkSetupToken(call, params.token);
    return { upload: await services.importer.beginUpload(params.name, params.size) };
  },
});

export const sendFirstImportPart = endpoint({
  method: 'POST',
  path: '/console/setup/imports/upload/part',
  access: 'anonymous',
  summary: 'As POST /console/imports/upload/part, for a server without an organization.',
  personal: false,
  answer: { received: z.number().describe('Bytes that are on disk.') },
  params: { token, offset: partOffset },
  takesStream: true,
  async run(call) {
    const { services, request, params } = call;
    await checkSetupToken(call, params.token);
    return { received: await receivePart(services, request, params.offset) };
  },
});

export const chooseFirstImportFile = endpoint({
  method: 'POST',
  path: '/console/setup/imports/from_file',
  access: 'anonymous',
  summary: 'As POST /console/imports/from_file, for a server without an organization.',
  personal: false,
  answer: { import: importStateShape },
  params: { token, path: filePath },
  async run(call) {
    const { services, request, params } = call;
    await checkSetupToken(call, params.token);
    await services.importer.choose(params.path);
    return { import: await services.importer.state(services, readingFor(request)) };
  },
});

export const startFirstImport = endpoint({
  method: 'POST',
  path: '/console/setup/imports/start',
  access: 'anonymous',
  summary:
    'Begin to import the file that was read through. The importing user becomes the only owner, with this address, which may be that of a user in the file.',
  personal: false,
  answer: { started: z.boolean() },
  params: {
    token,
    full_name: text({ min: 1, max: 100 }),
    email: text({ min: 3, max: 300 }),
    password: text({ min: 1, max: 1000, keepSpace: true }).secret(),
    ...importChoices,
  },
  async run(call) {
    const { services, write, params } = call;
    await checkSetupToken(call, params.token);
    checkPasswordRules(params.password);
    const [email, fullName] = [validEmail(params.email), validFullName(params.full_name)];
    const passwordHash = await hashPassword(params.password, services.options.passwordCost);
    const cause = await write(({ tx }) => causeOf(tx));
    const owner = { email, fullName, passwordHash };
    services.importer.start(services, { choices: choicesOf(params), slackToken: params.slack_token, cause, owner });
    return { started: true };
  },
});

export const cancelFirstImport = endpoint({
  method: 'POST',
  path: '/console/setup/imports/cancel',
  access: 'anonymous',
  summary: 'End what is under way, or give up the file: the server stays empty.',
  personal: false,
  answer: {},
  params: { token },
  async run(call) {
    await checkSetupToken(call, call.params.token);
    await call.services.importer.giveUp();
    return {};
  },
});
