/**
 * Requests that are wrong as a whole, whatever their parameters: credentials, roles, methods, and bodies that cannot be read.
 */
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import { callOf } from './calls.ts';
import { operationOf } from './operation-facts.ts';
import type { Actor, Scene } from './scene.ts';
import { requestFor, type Encoded, type RawRequest } from './send.ts';

export interface BadRequest {
  kind: 'credentials' | 'role' | 'method' | 'body' | 'path' | 'file';
  what: string;
  request: RawRequest;
  authorization: string | undefined;
  /** undefined: nothing worse than a refusal. */
  expected: { status: number; code: string } | undefined;
}

type Bare = Omit<BadRequest, 'request' | 'authorization'> & Partial<BadRequest>;

/** All of them for an endpoint and its valid values. */
export function badRequests(endpoint: ApiEndpoint, base: Encoded, scene: Scene): BadRequest[] {
  const request = requestFor(endpoint, base);
  const { authorization } = scene.people[callOf(endpoint).as];
  return [
    ...wrongCredentials(endpoint, scene),
    ...wrongRoles(endpoint, scene),
    ...wrongMethods(endpoint, request),
    ...wrongPaths(request),
    ...(endpoint.method === 'GET' || endpoint.takesStream === true ? [] : wrongBodies(endpoint, request)),
    ...wrongFiles(endpoint, base),
  ].map((bad) => ({ request, authorization, ...bad }));
}

const basic = (user: string, key: string): string => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;

function wrongCredentials(endpoint: ApiEndpoint, { people, deactivated }: Scene): Bare[] {
  if (endpoint.access === 'anonymous') return [];
  const { member, owner } = people;
  const unauthorized = { status: 401, code: 'UNAUTHORIZED' };
  const list: [string, string | undefined, { status: number; code: string }][] = [
    ['no credentials', undefined, unauthorized],
    ['another kind of credentials', 'Bearer abc', unauthorized],
    ['credentials that are not base64', 'Basic %%%', unauthorized],
    ['credentials without a key', basic(member.email, ''), unauthorized],
    ['an unknown address', basic('nobody.at.all@example.com', member.apiKey), unauthorized],
    ['a wrong key', basic(member.email, 'x'.repeat(32)), unauthorized],
    ["someone else's key", basic(owner.email, member.apiKey), unauthorized],
    ['a null byte in the key', basic(member.email, `${member.apiKey}\0`), unauthorized],
    ['a deactivated account', deactivated.authorization, { status: 401, code: 'USER_DEACTIVATED' }],
  ];
  return list.map(([what, authorization, expected]) => ({ kind: 'credentials', what, authorization, expected }));
}

function wrongRoles(endpoint: ApiEndpoint, { people }: Scene): Bare[] {
  const below: Record<string, Actor[]> = {
    administrator: ['moderator', 'member', 'guest', 'bot'],
    owner: ['administrator', 'moderator', 'member', 'guest', 'bot'],
  };
  const expected = { status: 400, code: 'UNAUTHORIZED_PRINCIPAL' };
  return (below[endpoint.access] ?? []).map((actor) => {
    const { authorization } = people[actor];
    return { kind: 'role', what: `as ${actor}`, authorization, expected };
  });
}

const shapeOf = ({ prefix = '/api/v1' }: ApiEndpoint, path: string): string =>
  prefix + path.replaceAll(/\{[^}]+\}/g, '{}');

/** Methods that some endpoint answers at each path. */
const methodsAt = new Map<string, Set<string>>();
for (const endpoint of endpoints)
  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    const shape = shapeOf(endpoint, path);
    methodsAt.set(shape, (methodsAt.get(shape) ?? new Set<string>()).add(endpoint.method));
  }

function wrongMethods(endpoint: ApiEndpoint, request: RawRequest): Bare[] {
  const right = methodsAt.get(shapeOf(endpoint, endpoint.path)) ?? new Set();
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
    .filter((method) => !right.has(method))
    .map((method) => ({
      kind: 'method',
      what: method,
      request: { method, path: request.path },
      expected: { status: 405, code: 'METHOD_NOT_ALLOWED' },
    }));
}

function wrongPaths(request: RawRequest): Bare[] {
  const malformed = { status: 400, code: 'BAD_REQUEST' };
  const notThere = { status: 404, code: 'NOT_FOUND' };
  const paths: [string, string, { status: number; code: string }][] = [
    ['a null byte in the path', '%00', malformed],
    ['malformed percent-encoding in the path', '%ZZ', malformed],
    ['a path that goes on', '/a/b/c/d/e', notThere],
  ];
  const takesTheRest = /^(\/api\/v1)?\/(navigation_views|user_uploads)/.test(request.path);
  return [
    ...paths
      .filter(([, , expected]) => expected !== notThere || !takesTheRest)
      .map(([what, more, expected]): Bare => ({
        kind: 'path',
        what,
        request: { ...request, path: request.path + more },
        expected,
      })),
    {
      kind: 'path',
      what: 'malformed percent-encoding in the query',
      request: { ...request, query: `${request.query ?? ''}&a=%ZZ` },
      expected: { status: 400, code: 'BAD_REQUEST' },
    },
  ];
}

const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;

function wrongBodies(endpoint: ApiEndpoint, { method, path }: RawRequest): Bare[] {
  const needsBody = Object.entries(endpoint.params).some(
    ([name, { spec }]) => spec.required && spec.encoding !== 'file' && !endpoint.path.includes(`${name}}`),
  );
  const missing = needsBody ? { status: 400, code: 'REQUEST_VARIABLE_MISSING' } : undefined;
  const malformed = { status: 400, code: 'BAD_REQUEST' };
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  const bodies: [string, string, string, BadRequest['expected']][] = [
    ['broken JSON', json, '{"a":', malformed],
    ['JSON that is too deep to be written again', json, deep, malformed],
    ['a JSON list', json, '[1,2]', missing],
    ['a JSON text', json, '"text"', undefined],
    ['a JSON null', json, 'null', undefined],
    ['malformed percent-encoding', form, 'a=%ZZ', malformed],
    ['half a surrogate', form, 'a=%ED%A0%80', malformed],
    ['too many parameters', form, Array.from({ length: 1002 }, (_, i) => `a${i}=`).join('&'), malformed],
    [
      'a content type no one reads',
      'application/xml',
      '<a/>',
      // Services call what they send by any type.
      endpoint.takesPayload === true ? malformed : { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    ['parts without a boundary', 'multipart/form-data', 'x', malformed],
    [
      'parts that end early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
      malformed,
    ],
    ['no parameters', form, '&', missing],
  ];
  return bodies.map(([what, type, body, expected]) => ({
    kind: 'body',
    what,
    request: { method, path, body, headers: { 'content-type': type } },
    expected,
  }));
}

/** Operations that take files of every kind; all others want a picture. */
const takesAnyFile = new Set(['POST /user_uploads']);

function wrongFiles(endpoint: ApiEndpoint, base: Encoded): Bare[] {
  const [name] = Object.keys(base.files);
  if (name === undefined) return [];
  const notPictures: [string, File][] = [
    ['an empty file', new File([], 'dot.png', { type: 'image/png' })],
    ['text that is called a picture', new File(['not a picture'], 'dot.png', { type: 'image/png' })],
    ['half a picture', new File([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')], 'dot.png')],
    ['a page that is called a picture', new File(['<svg onload="alert(1)"/>'], 'dot.svg', { type: 'image/svg+xml' })],
  ];
  const missing = { status: 400, code: 'REQUEST_VARIABLE_MISSING' };
  const refused = takesAnyFile.has(operationOf(endpoint)) ? undefined : { status: 400, code: 'BAD_REQUEST' };
  return [
    {
      kind: 'file',
      what: 'no file',
      request: requestFor(endpoint, { values: { ...base.values, more: '1' }, files: {} }),
      expected: missing,
    },
    ...notPictures.map(([what, file]): Bare => {
      const request = requestFor(endpoint, { values: base.values, files: { [name]: file } });
      return { kind: 'file', what, request, expected: refused };
    }),
  ];
}
