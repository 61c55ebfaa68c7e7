/** Saved snippets (contract: saved_snippets). */
import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
  maxSnippetTitleLength,
  savedSnippets,
} from '../domain/snippets/edit.ts';
import { badRequest } from '../errors.ts';
import { int, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Viewing } from '../domain/acting.ts';

const title = text({ max: maxSnippetTitleLength }).check((value) => value !== '', 'Title cannot be empty.');
const content = text({ keepSpace: true }).check((value) => value.trim() !== '', 'Content cannot be empty.');

export const getSavedSnippetsEndpoint = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  access: 'authenticated',
  summary: 'Lists your saved snippets.',
  params: {},
  run: ({ read }) => read((viewing) => ({ saved_snippets: savedSnippets(viewing) })),
});

export const createSavedSnippetEndpoint = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  access: 'authenticated',
  summary: 'Saves a snippet.',
  params: { title, content },
  run: ({ write, params }) =>
    write((acting) => {
      checkLength(acting, params.content);
      return { saved_snippet_id: createSavedSnippet(acting, params.title, params.content) };
    }),
});

export const editSavedSnippetEndpoint = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  access: 'authenticated',
  summary: 'Changes a saved snippet.',
  params: { saved_snippet_id: int().envelope(), title: title.optional(), content: content.optional() },
  run: ({ write, params: { saved_snippet_id: id, ...change } }) =>
    write((acting) => {
      checkLength(acting, change.content ?? '');
      editSavedSnippet(acting, id, change);
      return {};
    }),
});

export const deleteSavedSnippetEndpoint = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  access: 'authenticated',
  summary: 'Deletes a saved snippet.',
  params: { saved_snippet_id: int().envelope() },
  run: ({ write, params: { saved_snippet_id: id } }) =>
    write((acting) => {
      deleteSavedSnippet(acting, id);
      return {};
    }),
});

function checkLength({ services }: Viewing, value: string): void {
  const { maxMessageLength } = services.options.limits;
  if ([...value].length > maxMessageLength)
    throw badRequest(`content is too long (limit: ${maxMessageLength} characters)`);
}
