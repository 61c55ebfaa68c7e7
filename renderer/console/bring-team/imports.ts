/** Imports of teams from other chats, as the console asks for them: with a session, or with the set-up link of an empty server. */
import type { ImportState } from '../../../server/contract/shapes/imports.ts';
import { request } from '../../client/request.ts';
import { sendFile } from '../../client/send-file.ts';
import type { PartCalls } from './export-upload.ts';

export type {
  ImportPreview,
  ImportProgress,
  ImportResult,
  ImportState,
} from '../../../server/contract/shapes/imports.ts';

export interface ImportChoices {
  leave_out_channels: string[];
  leave_out_private_channels: boolean;
  leave_out_direct_messages: boolean;
  main_topic: string;
  team: string | undefined;
  /** Sent when the import begins, and kept nowhere. */
  slack_token: string | undefined;
}

/** Who becomes the only owner of a new organization. */
export interface FirstOwner {
  full_name: string;
  email: string;
  password: string;
}

/** The calls of one of both. */
export interface ImportCalls {
  key: readonly string[];
  state: (signal: AbortSignal) => Promise<ImportState>;
  upload: PartCalls;
  choose: (path: string) => Promise<unknown>;
  start: (choices: ImportChoices, owner: FirstOwner | null) => Promise<unknown>;
  cancel: () => Promise<unknown>;
  discard: () => Promise<unknown>;
}

/** Of an organization, for its owners. */
export const ownImports: ImportCalls = {
  key: ['imports'],
  state: async (signal) => (await request('GET', '/console/imports', {}, signal)).import,
  upload: {
    begin: async (name, size) => (await request('POST', '/console/imports/upload', { name, size })).upload,
    part: (offset, part, sending) =>
      sendFile('/console/imports/upload/part', { offset: String(offset) }, part, sending),
  },
  choose: (path) => request('POST', '/console/imports/from_file', { path }),
  start: (choices) => request('POST', '/console/imports/start', { ...choices }),
  cancel: () => request('POST', '/console/imports/cancel'),
  discard: () => request('DELETE', '/console/imports'),
};

/** Of a server without an organization. @param token of the set-up link */
export const firstImports = (token: string): ImportCalls => ({
  key: ['first-imports', token],
  state: async (signal) => (await request('POST', '/console/setup/imports/state', { token }, signal)).import,
  upload: {
    begin: async (name, size) => (await request('POST', '/console/setup/imports/upload', { token, name, size })).upload,
    part: (offset, part, sending) =>
      sendFile('/console/setup/imports/upload/part', { token, offset: String(offset) }, part, sending),
  },
  choose: (path) => request('POST', '/console/setup/imports/from_file', { token, path }),
  start: (choices, owner) =>
    owner === null
      ? Promise.reject(new Error('there is no owner'))
      : request('POST', '/console/setup/imports/start', { token, ...owner, ...choices }),
  cancel: () => request('POST', '/console/setup/imports/cancel', { token }),
  discard: () => request('POST', '/console/setup/imports/cancel', { token }),
});
