/** Saved snippets (contract: saved_snippets). */
import type { Viewing } from '../domain/acting.ts';
import * as snippets from '../domain/snippets/edit.ts';
import { invalidParameter } from '../errors.ts';
import { int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Drafts and reminders';

const title = text({ max: snippets.maxSnippetTitleLength }).check((value) => value !== '', 'Title cannot be empty.');
const content = text({ keepSpace: true }).check((value) => value.trim() !== '', 'Content cannot be empty.');

export const getSavedSnippets = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  access: 'authenticated',
  summary: 'Lists your saved snippets.',
  params: {},
  run: ({ read }) => read((viewing) => ({ saved_snippets: snippets.savedSnippets(viewing) })),
});

export const createSavedSnippet = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  access: 'authenticated',
  summary: 'Saves a snippet.',
  params: { title, content },
  run: ({ write, params }) =>
    write((acting) => {
      checkLength(acting, params.content);
      return { saved_snippet_id: snippets.createSavedSnippet(acting, params.title, params.content) };
    }),
});

export const editSavedSnippet = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  access: 'authenticated',
  summary: 'Changes a saved snippet.',
  params: { saved_snippet_id: int().envelope(), title: title.optional(), content: content.optional() },
  run: ({ write, params: { saved_snippet_id: id, ...change } }) =>
    write((acting) => {
      checkLength(acting, change.content ?? '');
      snippets.editSavedSnippet(acting, id, change);
      return {};
    }),
});

export const deleteSavedSnippet = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  access: 'authenticated',
  summary: 'Deletes a saved snippet.',
  params: { saved_snippet_id: int().envelope() },
  run: ({ write, params: { saved_snippet_id: id } }) =>
    write((acting) => {
      snippets.deleteSavedSnippet(acting, id);
      return {};
    }),
});

function checkLength({ services }: Viewing, value: string): void {
  const { maxMessageLength } = services.options.limits;
  if ([...value].length > maxMessageLength)
    throw invalidParameter('content', `content is too long (limit: ${maxMessageLength} characters)`);
}
