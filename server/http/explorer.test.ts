/** The API described from its declarations: parameters with encoding, type and limits, and a valid OpenAPI document. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { catalogue, openApi } from './explorer.ts';
import { bool, file, int, json, listOf, oneOf, oneOfInts, text } from './params.ts';

const endpoint = (declaration: Endpoint<never>): Endpoint<never> => declaration;
const things = catalogue(
  new Map([
    [
      'Things',
      [
        endpoint({
          method: 'PATCH',
          path: '/things/{thing_id}',
          access: 'authenticated',
          summary: 'Change a thing.',
          params: {
            thing_id: int({ min: 1 }),
            name: text({ min: 1, max: 60 }).describe('What it is called.').alias('title'),
            color: oneOf(['red', 'blue']).default('red'),
            size: oneOfInts([1, 2, 4]).optional(),
            is_round: bool().optional(),
            tags: listOf(z.string()),
            spec: json(z.object({ a: z.int().optional() })).optional(),
          },
          run: () => ({}),
        }),
        endpoint({
          method: 'POST',
          path: '/files/{*path}',
          prefix: '',
          access: 'anonymous',
          summary: 'Send a file.',
          params: { path: text(), filename: file() },
          headers: { Checksum: { doc: 'Of the file.', schema: { type: 'string' } } },
          run: () => ({}),
        }),
      ],
    ],
  ]),
  ({ method }) => (method === 'PATCH' ? { type: 'object', required: ['thing'] } : null),
);

test('every parameter says where it goes, how it is written, and what it may be', () => {
  const [change, send] = things;
  expect(change).toMatchObject({
    subject: 'Things',
    method: 'PATCH',
    path: '/api/v1/things/{thing_id}',
    access: 'authenticated',
  });
  expect(change?.params).toMatchObject([
    { name: 'thing_id', in: 'path', encoding: 'plain', required: true, schema: { type: 'integer', minimum: 1 } },
    {
      name: 'name',
      in: 'body',
      doc: 'What it is called.',
      aliases: ['title'],
      schema: { minLength: 1, maxLength: 60 },
    },
    { name: 'color', required: false, default: 'red', schema: { enum: ['red', 'blue'] } },
    { name: 'size', schema: { type: 'integer', enum: [1, 2, 4] } },
    { name: 'is_round', required: false, schema: { type: 'boolean' } },
    { name: 'tags', encoding: 'json', required: true, schema: { type: 'array', items: { type: 'string' } } },
    { name: 'spec', encoding: 'json', schema: { type: 'object' } },
  ]);
  expect(JSON.stringify(things)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  expect(send?.path).toBe('/files/{path}');
  expect(send?.params[1]).toMatchObject({ encoding: 'file', required: true });
});

test('the OpenAPI document has every operation, with JSON parameters said to be JSON', () => {
  const document = openApi(things, { title: 'Things', version: '1.2.3', description: 'All.' });
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.2.3' },
    paths: {
      '/api/v1/things/{thing_id}': {
        patch: {
          security: [{ key: [] }],
          responses: { '200': { content: { 'application/json': { schema: { required: ['thing'] } } } } },
          parameters: [{ name: 'thing_id', in: 'path', required: true }],
          requestBody: {
            required: true,
            content: {
              'application/x-www-form-urlencoded': {
                schema: { required: ['name', 'tags'] },
                encoding: { tags: { contentType: 'application/json' }, spec: { contentType: 'application/json' } },
              },
            },
          },
        },
      },
      '/files/{path}': {
        post: {
          security: [],
          parameters: [
            { name: 'path' },
            { name: 'Checksum', in: 'header', required: false, description: 'Of the file.' },
          ],
          requestBody: { content: { 'multipart/form-data': {} } },
        },
      },
    },
  });
});
