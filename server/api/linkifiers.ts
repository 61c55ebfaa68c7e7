/** Linkifiers and code playgrounds: everyone sees them, administrators change them. */
import { z } from 'zod';
import {
  addLinkifier,
  linkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from '../domain/linkifiers/edit.ts';
import { addPlayground, removePlayground } from '../domain/playgrounds/edit.ts';
import { int, listOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Organization';

const filterId = int().describe('Id of the linkifier.');
const pattern = text({ min: 1 }).describe('Regular expression; may have named groups.');
const urlTemplate = text({ min: 1 }).describe('RFC 6570 template; named groups are its variables.');

export const getLinkifiers = endpoint({
  method: 'GET',
  path: '/realm/linkifiers',
  access: 'authenticated',
  summary: 'All linkifiers in processing order.',
  personal: false,
  params: {},
  run: ({ read }) => read(({ db }) => ({ linkifiers: linkifiers(db) })),
});

/** The older form: triples of pattern, template and id. */
export const getFilters = endpoint({
  method: 'GET',
  path: '/realm/filters',
  access: 'authenticated',
  summary: 'All linkifiers, as older libraries ask for them.',
  deprecated: true,
  personal: false,
  answer: { filters: z.array(z.tuple([z.string(), z.string(), z.number()]).readonly()) },
  params: {},
  run: ({ read }) =>
    read(({ db }) => ({ filters: linkifiers(db).map((each) => [each.pattern, each.url_template, each.id] as const) })),
});

export const createLinkifier = endpoint({
  method: 'POST',
  path: '/realm/filters',
  access: 'administrator',
  summary: 'Add a linkifier.',
  personal: false,
  params: { pattern, url_template: urlTemplate },
  run: ({ write, params }) => write((acting) => ({ id: addLinkifier(acting, params.pattern, params.url_template) })),
});

/** contract: update-linkifier. */
export const editLinkifier = endpoint({
  method: 'PATCH',
  path: '/realm/filters/{filter_id}',
  access: 'administrator',
  summary: 'Update a linkifier.',
  personal: false,
  params: { filter_id: filterId, pattern, url_template: urlTemplate },
  run: ({ write, params }) =>
    write((acting) => {
      updateLinkifier(acting, params.filter_id, params.pattern, params.url_template);
      return {};
    }),
});

export const deleteLinkifier = endpoint({
  method: 'DELETE',
  path: '/realm/filters/{filter_id}',
  access: 'administrator',
  summary: 'Remove a linkifier; messages keep the links they have.',
  personal: false,
  params: { filter_id: filterId },
  run: ({ write, params }) =>
    write((acting) => {
      removeLinkifier(acting, params.filter_id);
      return {};
    }),
});

export const orderLinkifiers = endpoint({
  method: 'PATCH',
  path: '/realm/linkifiers',
  access: 'administrator',
  summary: 'Put all linkifiers in a new processing order.',
  personal: false,
  params: { ordered_linkifier_ids: listOf(z.int()) },
  run: ({ write, params }) =>
    write((acting) => {
      reorderLinkifiers(acting, params.ordered_linkifier_ids);
      return {};
    }),
});

export const createPlayground = endpoint({
  method: 'POST',
  path: '/realm/playgrounds',
  access: 'administrator',
  summary: 'Add a page that opens code of a language.',
  personal: false,
  params: {
    name: text({ min: 1, max: 60 }),
    pygments_language: text({ min: 1, max: 40 }),
    url_template: text({ min: 1, max: 1000 }),
  },
  run: ({ write, params }) => write((acting) => ({ id: addPlayground(acting, params) })),
});

export const deletePlayground = endpoint({
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  access: 'administrator',
  summary: 'Remove a playground.',
  personal: false,
  params: { playground_id: int() },
  run: ({ write, params }) =>
    write((acting) => {
      removePlayground(acting, params.playground_id);
      return {};
    }),
});
