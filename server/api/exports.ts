/** Exports of the organization's data, and the test of the welcome message: for administrators. */
import { sendWelcomeText } from '../domain/accounts/welcome.ts';
import { writeReadNote } from '../domain/accounts/write-sign-in.ts';
import { beginExport, exportConsents, exportsWire, isExportFile } from '../domain/exports/request.ts';
import { locateExport, writeExport } from '../domain/exports/write.ts';
import { noSuchEndpoint, notFound } from '../errors.ts';
import { oneOfInts, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import { fileAnswerIfThere } from './file-answer.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Organization';

export const getRealmExports = endpoint({
  method: 'GET',
  path: '/export/realm',
  access: 'administrator',
  summary: 'All exports.',
  personal: false,
  params: {},
  run: ({ read }) => read((viewing) => ({ exports: exportsWire(viewing) })),
});

export const exportRealm = endpoint({
  method: 'POST',
  path: '/export/realm',
  access: 'administrator',
  summary: 'Write an export: of public data (1), or also of the private data of those who consent (2).',
  personal: false,
  params: { export_type: oneOfInts([1, 2]).default(1) },
  async run({ services, request, write, params: { export_type: type } }) {
    const id = await write((acting) => beginExport(acting, type));
    // Goes on after the answer; how it ends is reported by an event.
    void writeExport(services, id, type, request.origin);
    return { id };
  },
});

export const getRealmExportConsents = endpoint({
  method: 'GET',
  path: '/export/realm/consents',
  access: 'administrator',
  summary: 'Who lets private data go into an export.',
  personal: false,
  params: {},
  run: ({ read }) => read(({ db }) => ({ export_consents: exportConsents(db) })),
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/exports/{file_name}',
  prefix: '',
  access: 'administrator',
  summary: 'The file of an export.',
  personal: false,
  answer: 'file',
  params: { file_name: text({ max: 100 }).secret() },
  async run({ services, request, read, write, params: { file_name: name } }) {
    const path = locateExport(services.options.dataDir, name);
    const isKnown = await read(({ db }) => isExportFile(db, name));
    if (path === undefined || !isKnown) throw noSuchEndpoint(request.path);
    const answer = await fileAnswerIfThere(request, {
      path,
      contentType: 'application/gzip',
      etag: `"${name}"`,
      cacheControl: 'private, no-store',
      disposition: 'attachment; filename="hearth-export.jsonl.gz"',
    });
    if (answer === undefined) throw notFound('This file does not exist or has been deleted.');
    await writeReadNote(services, write, { kind: 'export', action: 'downloaded' });
    return answer;
  },
});

export const testWelcomeMessage = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  access: 'administrator',
  summary: 'Send the welcome text to oneself, to see how it looks.',
  personal: false,
  params: { welcome_message_custom_text: text({ min: 1, max: 8000 }) },
  run: ({ write, params }) =>
    write((acting) => ({ message_id: sendWelcomeText(acting, acting.user, params.welcome_message_custom_text) })),
});
