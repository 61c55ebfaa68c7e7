/** The API about itself: for the explorer of the console (administrators only), and as a document for everyone. */
import { z } from 'zod';
import { operationShape } from '../../contract/shapes/activity.ts';
import { answerFieldShape } from '../../contract/shapes/training.ts';
import { methods, RawAnswer } from '../../http/endpoint.ts';
import { catalogue, openApi } from '../../http/explorer.ts';
import { oneOf, text } from '../../http/params.ts';
import type { ServerServices } from '../../operations/services.ts';
import { programVersion } from '../../options.ts';
import type { Subject } from '../subjects.ts';
import { answerExample, answerFields, answerSchemaOf, sharedSchemas } from './answers.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: activity and training';

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
    method: oneOf(methods),
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

const aboutTheApi = [
  'Every request carries an e-mail address and an API key by HTTP Basic authentication, but for those that need no account.',
  'People find their key in the chat, under "Other devices" of its settings; for a bot, an administrator has it.',
  'Parameters go into the query or a form; the names of a success are beside `result` and `msg`, a refusal has a `code`.',
].join(' ');

/** The API's description but for where the server is: the same for everyone, so it is written once. */
const written = new WeakMap<ServerServices['endpoints'], string>();

function descriptionOf(services: Pick<ServerServices, 'endpoints'>): string {
  const known = written.get(services.endpoints);
  if (known !== undefined) return known;
  const operations = operationsOf(services).filter((operation) => !operation.console);
  const about = { title: 'Hearth', version: programVersion, description: aboutTheApi };
  const document = JSON.stringify(openApi(operations, about, sharedSchemas()));
  written.set(services.endpoints, document);
  return document;
}

/** For a user who writes a program, with an account or before they have one: /api/docs shows it. What is the console's own is left out. */
export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  prefix: '',
  access: 'anonymous',
  summary: 'The API as an OpenAPI 3.1 document.',
  personal: false,
  answer: 'file',
  params: {},
  run: ({ read }) =>
    read(
      ({ origin, services }) =>
        new RawAnswer({
          headers: { 'Content-Type': 'application/vnd.oai.openapi+json;version=3.1' },
          body: `{"servers":${JSON.stringify([{ url: origin }])},${descriptionOf(services).slice(1)}`,
        }),
    ),
});
