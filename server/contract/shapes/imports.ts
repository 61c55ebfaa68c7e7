/** Types of bringing a team from another chat. Times are UNIX seconds, sizes bytes. */
import { z } from 'zod';

const problemShape = z.strictObject({
  file: z.string().describe('The path in the archive.'),
  line: z.number().nullable().describe('Counted from 1; null when it concerns the whole file.'),
  what: z.string().describe('A sentence without names and texts of people.'),
  done: z.enum(['changed', 'left out']),
});

/** Numbers of things, by kind. */
const countsShape = z.strictObject({
  users: z.number(),
  bots: z.number(),
  deactivated: z.number().describe('Of users and bots.'),
  channels: z.number(),
  private_channels: z.number().describe('Of the channels.'),
  messages: z.number(),
  direct_messages: z.number().describe('Of the messages.'),
  files: z.number(),
});

/** What is in a file, before anything is imported. Private channels and direct messages are counted, never listed. */
const importPreviewShape = z.strictObject({
  source: z.enum(['zulip', 'slack', 'mattermost']),
  title: z.string().describe('Of the chat and its version: "Zulip 11.4", "Slack", "Hearth".'),
  organization: z.string(),
  counts: countsShape,
  file_bytes: z.number().describe('Of the uploaded files.'),
  channels: z
    .array(
      z.strictObject({
        id: z.string().describe('For `leave_out_channels`.'),
        name: z.string(),
        is_archived: z.boolean(),
        messages: z.number().nullable(),
        is_here: z
          .boolean()
          .describe('A public channel of this name is here already: the messages are added to it.'),
      }),
    )
    .describe('Public channels.'),
  teams: z
    .array(z.strictObject({ name: z.string().describe('For `team`.'), title: z.string() }))
    .describe('Teams of the export, of which one may be taken; empty where the chat has none.'),
  users_without_address: z.array(z.string()).describe('Names of the first 200: they need an address to sign in.'),
  users_without_address_count: z.number(),
  users_here: z.number().describe('Users whose address has an account here: they stay as they are.'),
  shared_names: z.array(z.strictObject({ name: z.string(), count: z.number() })),
  was_imported: z.boolean().describe('This team was imported before: only what is new is added.'),
  hold_seconds: z
    .number()
    .describe(
      'About how long an organization in use is not answered at the end, while the data is opened; 0 where there is none. A request waits for up to 30 seconds, then it is answered with 503 and Retry-After.',
    ),
  not_carried_over: z.array(z.string()).describe('Sentences.'),
  problems: z.array(problemShape).describe('The first of them.'),
  problem_count: z.number(),
});
export type ImportPreview = z.infer<typeof importPreviewShape>;

const importPhases = ['receiving', 'reading', 'backing_up', 'unpacking', 'writing', 'opening'] as const;

const importProgressShape = z.strictObject({
  phase: z
    .enum(importPhases)
    .describe(
      '`receiving` and `reading` the file before its preview; `backing_up`, `unpacking`, `writing` and `opening` while it is imported. While the new data is opened (`opening`), requests wait, also this one.',
    ),
  done: z.number(),
  total: z.number().describe('0 while unknown.'),
  seconds_left: z.number().nullable().describe('Of this phase; null while it cannot be estimated.'),
  messages: z.number().describe('Messages that were written so far.'),
});
export type ImportProgress = z.infer<typeof importProgressShape>;

/** How the last import ended. */
const importResultShape = z.strictObject({
  at: z.number(),
  title: z.string(),
  organization: z.string(),
  is_done: z.boolean().describe('false: it was cancelled or failed, and nothing was changed.'),
  error: z.string().nullable().describe('Why it failed, and what to do; null when it is done or was cancelled.'),
  counts: z
    .strictObject({ ...countsShape.shape, reactions: z.number() })
    .nullable()
    .describe('What was added.'),
  problem_count: z.number(),
  safety_copy: z.string().nullable().describe('Name of the backup that was made of what was here before.'),
  has_report: z.boolean(),
});
export type ImportResult = z.infer<typeof importResultShape>;

/** GET /console/imports and GET /console/setup/imports. */
/** An upload in parts. */
export const importUploadShape = z.strictObject({
  name: z.string(),
  size: z.number().describe('Of the whole file.'),
  received: z.number().describe('Bytes from its beginning that are on disk.'),
});

export const importStateShape = z.strictObject({
  file: z.strictObject({ name: z.string(), size: z.number() }).nullable().describe('That was handed in or chosen.'),
  upload: importUploadShape.nullable().describe('That was begun and is not complete; null where there is none.'),
  progress: importProgressShape.nullable().describe('null while nothing is under way.'),
  preview: importPreviewShape.nullable().describe('null until the file was read.'),
  error: z.string().nullable().describe('Why the file cannot be imported, and what to do.'),
  last: importResultShape.nullable(),
  search_rebuild: z
    .strictObject({ built: z.number(), total: z.number() })
    .nullable()
    .describe('How far the search index is, as in the overview; null while searches find all messages.'),
  sign_in_links_needed: z.number().describe('Imported users without a password, who cannot sign in yet.'),
});
export type ImportState = z.infer<typeof importStateShape>;

/** A link with which an imported user chooses a password. */
export const importedUserLinkShape = z.strictObject({
  user_id: z.number(),
  full_name: z.string(),
  email: z.string().nullable().describe('null: the user has no address, and needs one before they can sign in.'),
  link_url: z.string(),
  expires_at: z.number(),
  is_sent: z.boolean().describe('The link was mailed as well.'),
});
