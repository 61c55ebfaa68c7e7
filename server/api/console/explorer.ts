/** The API about itself, for the explorer of the console and as a file for other tools (administrators only). */
import { z } from 'zod';
import { operationShape } from '../../contract/shapes/activity.ts';
import { answerFieldShape } from '../../contract/shapes/training.ts';
import { answerExample, answerFields, answerSchemaOf, sharedSchemas } from './answers.ts';
import { catalogue, openApi } from '../../http/explorer.ts';
import { oneOf, text } from '../../http/params.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { programVersion } from '../../options.ts';
import type { ServerServices } from '../../operations/services.ts';
import { endpoint } from './endpoint.ts';

/** Described once: what an endpoint declares does not change while the server runs. */
const described = new WeakMap<ServerServices['endpoints'], ReturnType<typeof catalogue>>();

function operationsOf({ endpoints }: Pick<ServerServices, 'endpoints'>): ReturnType<typeof catalogue> {
  const known = described.get(endpoints) ?? catalogue(endpoints, answerSchemaOf);
  described.set(endpoints, known);
  return known;
}

export const getOperations = endpoint({
  method: 'GET',
  path: '/console/operations',
  access: 'administrator',
  summary: 'Every operation of the API with its parameters.',
  personal: false,
  answer: { operations: z.array(operationShape) },
  params: {},
  run: ({ read }) =>
    read(({ services }) => ({
      operations: operationsOf(services).map(({ answer: _answer, headers: _headers, ...rest }) => rest),
    })),
});

export const getAnswerFields = endpoint({
  method: 'GET',
  path: '/console/answer_fields',
  access: 'administrator',
  summary: 'What an operation answers: field by field, and as an example.',
  personal: false,
  answer: {
    fields: z.array(answerFieldShape),
    example: z.unknown().describe('What a success may look like; null where it is no JSON.'),
  },
  params: {
    method: oneOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
    path: text({ min: 1, max: 200 }).describe('Below /api/v1, parameters in braces.'),
  },
  run: ({ read, params: { method, path } }) =>
    read(({ services }) => {
      const found = [...services.endpoints.values()]
        .flat()
        .find((one) => one.method === method && [one.path, ...(one.aliases ?? [])].includes(path));
      return found === undefined
        ? { fields: [], example: null }
        : { fields: answerFields(found), example: answerExample(found) };
    }),
});

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/console/openapi.json',
  access: 'administrator',
  summary: 'The API as an OpenAPI 3.1 file.',
  personal: false,
  answer: 'file',
  params: {},
  run: ({ read }) =>
    read(({ origin, services }) => {
      const about = { title: 'Hearth', version: programVersion, url: origin };
      return new RawAnswer({
        headers: {
          'Content-Type': 'application/vnd.oai.openapi+json;version=3.1',
          'Content-Disposition': 'attachment; filename="openapi.json"',
        },
        body: JSON.stringify(openApi(operationsOf(services), about, sharedSchemas()), null, 2),
      });
    }),
});
