/** The API about itself, for the explorer of the console and as a file for other tools (administrators only). */
import { catalogue, openApi, type Operation } from '../../http/explorer.ts';
import { answerFields } from '../../contract/answers.ts';
import { oneOf, text } from '../../http/params.ts';
import { RawAnswer } from '../../http/endpoint.ts';
import { programVersion } from '../../options.ts';
import { endpoint, type ApiEndpoint } from './endpoint.ts';

/** @param all every endpoint of the API, these two included; asked for when the first of them is called. */
export function explorerEndpoints(all: () => readonly ApiEndpoint[]): ApiEndpoint[] {
  let known: Operation[] | undefined;
  const operations = (): Operation[] => (known ??= catalogue(all()));
  return [
    endpoint({
      method: 'GET',
      path: '/console/operations',
      access: 'administrator',
      summary: 'Every operation of the API with its parameters.',
      personal: false,
      params: {},
      run: ({ read }) => read(() => ({ operations: operations() })),
    }),
    endpoint({
      method: 'GET',
      path: '/console/answer_fields',
      access: 'administrator',
      summary: 'What the contract says of the answer of an operation, field by field.',
      personal: false,
      params: {
        method: oneOf(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
        path: text({ min: 1, max: 200 }).describe('Below /api/v1, parameters in braces.'),
      },
      run: ({ read, params: { method, path } }) => read(() => ({ fields: answerFields(method, path) })),
    }),
    endpoint({
      method: 'GET',
      path: '/console/openapi.json',
      access: 'administrator',
      summary: 'The API as an OpenAPI 3.1 file.',
      personal: false,
      params: {},
      run: ({ read }) =>
        read(
          ({ origin }) =>
            new RawAnswer({
              headers: {
                'Content-Type': 'application/vnd.oai.openapi+json;version=3.1',
                'Content-Disposition': 'attachment; filename="openapi.json"',
              },
              body: JSON.stringify(
                openApi(operations(), { title: 'Hearth', version: programVersion, url: origin }),
                null,
                2,
              ),
            }),
        ),
    }),
  ];
}
