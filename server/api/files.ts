/** Files of conversations: a list of Hearth's own (GET /attachments lists the caller's uploads alone). */
import { z } from 'zod';
import { readNarrow } from '../domain/messages/narrow.ts';
import { fileKinds, sharedFiles } from '../domain/messages/reading/shared-files.ts';
import { uploadDetails } from '../domain/messages/uploads.ts';
import { int, json, oneOf, text } from '../http/params.ts';
import { narrowSchema } from '../narrow/parse.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Files';

/** A file with the message through which the reader sees it. */
const sharedFileShape = z.strictObject({
  id: z.int().describe('Of the file.'),
  name: z.string(),
  url: z.string().describe('Its path, for those who may read the message.'),
  size: z.int().describe('Bytes.'),
  content_type: z.string(),
  width: z.int().nullable().describe('Of a picture, in pixels.'),
  height: z.int().nullable(),
  message_id: z.int(),
  timestamp: z.int().describe('When the message was sent.'),
  sender_id: z.int(),
  stream_id: z.int().nullable().describe('null for a direct message.'),
  topic: z.string(),
  user_ids: z.array(z.int()).describe('Participants of a direct message.'),
});

export const getFiles = endpoint({
  method: 'GET',
  path: '/files',
  access: 'authenticated',
  summary: 'Lists files of messages that you may read, in a narrow or everywhere, the newest message first.',
  answer: {
    files: z.array(sharedFileShape),
    next_before: z.int().nullable().describe('What to send as `before` for the next ones; null after the last.'),
  },
  params: {
    narrow: json(narrowSchema).default([]).describe('Filters of messages, as of GET /messages.'),
    kind: oneOf(fileKinds).optional().describe('Only files of this kind.'),
    name: text({ max: 200 }).default('').describe('Only files with this in their name.'),
    before: int({ min: 0 }).optional().describe('Only files of messages before this one.').envelope(),
    limit: int({ min: 1, max: 100 })
      .default(50)
      .describe('So many at most; files of one message stay together.')
      .envelope(),
  },
  run: ({ readInSlices, params: { narrow, kind, name, before, limit } }) =>
    readInSlices((viewing) =>
      sharedFiles(viewing, readNarrow(viewing, narrow).filters, { kind, name, before: before ?? null, limit }),
    ),
});

export const getFileDetails = endpoint({
  method: 'GET',
  path: '/files/details',
  access: 'authenticated',
  summary: 'Says name, size and kind of uploaded files that you may read; deleted files are missing in the answer.',
  answer: {
    files: z.array(
      z.strictObject({
        url: z.string().describe('As it was asked for.'),
        name: z.string(),
        size: z.int().describe('Bytes.'),
        content_type: z.string(),
        width: z.int().nullable().describe('Of a picture, in pixels.'),
        height: z.int().nullable(),
      }),
    ),
  },
  params: {
    urls: json(z.array(z.string().max(1000)).max(100)).describe('Paths of the files, as links in messages have them.'),
  },
  run: ({ read, params: { urls } }) => read((viewing) => ({ files: uploadDetails(viewing, urls) })),
});
