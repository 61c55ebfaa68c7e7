/** Drafts, kept the same on all clients of a user (contract: Draft and edit-draft). */
import { z } from 'zod';
import * as drafts from '../domain/drafts/edit.ts';
import { int, json, listOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Drafts and reminders';

/** `id` must not be sent when creating or editing: the object is closed. */
const draftSchema = z
  .object({
    type: z.enum(['', 'stream', 'private']),
    to: z.array(z.int()).max(10_000),
    topic: z.string(),
    content: z.string(),
    timestamp: z.number().min(0).max(253_402_300_799).optional(),
  })
  .strict();

const prevContent = text({ keepSpace: true })
  .optional()
  .describe('Only if the draft still has these words: another device may have written others since.');

export const getDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  access: 'authenticated',
  summary: 'Lists your drafts, newest edit first.',
  params: {},
  run: ({ read }) =>
    read((viewing) => {
      const own = drafts.draftsWire(viewing);
      return { count: own.length, drafts: own };
    }),
});

export const createDrafts = endpoint({
  method: 'POST',
  path: '/drafts',
  access: 'authenticated',
  summary: 'Creates drafts.',
  params: { drafts: listOf(draftSchema, { max: 1000 }).default([]).describe('Draft objects without id.') },
  run: ({ write, params }) => write((acting) => ({ ids: drafts.createDrafts(acting, params.drafts) })),
});

export const editDraft = endpoint({
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  access: 'authenticated',
  summary: 'Replaces a draft.',
  params: {
    draft_id: int().envelope(),
    draft: json(draftSchema).describe('Draft object without id.'),
    prev_content: prevContent,
  },
  run: ({ write, params: { draft_id: id, draft, prev_content: previous } }) =>
    write((acting) => {
      drafts.editDraft(acting, id, draft, previous);
      return {};
    }),
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  access: 'authenticated',
  summary: 'Deletes a draft.',
  params: { draft_id: int().envelope(), prev_content: prevContent },
  run: ({ write, params: { draft_id: id, prev_content: previous } }) =>
    write((acting) => {
      drafts.deleteDraft(acting, id, previous);
      return {};
    }),
});
