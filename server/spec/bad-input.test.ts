/**
 * Every endpoint with every class of bad input: a valid call with exactly one thing wrong is refused in the documented form,
 * and nothing is changed. The walk goes by the declarations, so a new endpoint is in it without a line here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inForm } from '../../e2e/long-form.ts';
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import { seededRandom } from '../demo/random.ts';
import { SignInLimiter } from '../http/rate-limit.ts';
import { sourceFiles } from '../laws/tree.ts';
import { defaultLimits } from '../options.ts';
import { requireTranslations } from '../testing/error-languages.ts';
import { badRequests, type BadRequest } from './bad-requests.ts';
import { badKinds, badValues, type BadValue, type Expected } from './bad-values.ts';
import { callOf, validParams } from './calls.ts';
import { oddValue } from './fuzz.ts';
import { operationOf } from './operation-facts.ts';
import { badReferences, staleExceptions, type BadReference } from './references.ts';
import { rehearse } from './rehearsal.ts';
import { setScene, type Scene } from './scene.ts';
import { encode, requestFor, type Encoded, type RawReply, type RawRequest } from './send.ts';

requireTranslations();

const atOnce = 8;
const fuzzSeed = 20_260_105;
const fuzzPerEndpoint = inForm(4, 12);
/** Of the bad values of a kind that an endpoint has, one in so many is tried; another one in each endpoint. */
const oneIn = inForm(4, 1);

let scene: Scene;
let lastSeen: string;
beforeAll(async () => {
  scene = await setScene();
  lastSeen = await scene.world.dump();
});
afterAll(async () => {
  await scene.stop();
});

interface Case {
  /** The parameter that is wrong; a refusal names it. */
  parameter?: string;
  kind: string;
  what: string;
  request: RawRequest;
  authorization: string | undefined;
  expected: Partial<Exclude<Expected, string>> | 'refused' | 'survived';
}

const catalogue = new Set(
  sourceFiles().flatMap(({ text }) =>
    [...text.matchAll(/(?:coded\(|new ApiError\(\s*\d+,)\s*'([A-Z_]+)'/g)].map(([, code]) => code),
  ),
);
const counts = new Map<string, number>();

/** Also forgives the failed sign-ins of the endpoints before. */
function valid(endpoint: ApiEndpoint): Encoded {
  scene.world.server.services.signIns = new SignInLimiter(scene.world.server.services.options.clock);
  return encode(validParams(endpoint, scene, callOf(endpoint).as));
}

const authorizationOf = (endpoint: ApiEndpoint): string => scene.people[callOf(endpoint).as].authorization;

/** The valid call with one value replaced, or left out. */
function withValue(endpoint: ApiEndpoint, base: Encoded, name: string, text: string | undefined): RawRequest {
  const values = { ...base.values };
  if (text === undefined) delete values[name];
  else values[name] = text;
  return requestFor(endpoint, { values, files: base.files });
}

function casesOf(endpoint: ApiEndpoint, base: Encoded): Case[] {
  const authorization = authorizationOf(endpoint);
  /** What the path leads to is named by the path; a call that is refused anyway says why. */
  const isNamed = (name: string): boolean =>
    callOf(endpoint).fails === undefined && !new RegExp(`\\{\\*?${name}\\}`).test(endpoint.path);
  const named = (name: string): { parameter?: string } => (isNamed(name) ? { parameter: name } : {});
  const ofValue = ({ kind, name, text, expected }: BadValue): Case => ({
    ...named(name),
    kind,
    what: `${name}=${text?.slice(0, 60) ?? '(left out)'}`,
    request: withValue(endpoint, base, name, text),
    authorization,
    expected,
  });
  const ofReference = ({ kind, name, value }: BadReference): Case => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const request = withValue(endpoint, base, name, text);
    return { ...named(name), kind, what: `${name}=${text}`, request, authorization, expected: 'refused' };
  };
  const ofRequest = (bad: BadRequest): Case => ({ ...bad, expected: bad.expected ?? 'survived' });
  const cases = [
    ...chosen(
      Object.keys(endpoint.params).flatMap((name) => badValues(endpoint, name, base.values[name])),
      endpoints.indexOf(endpoint),
    ).map(ofValue),
    ...badReferences(endpoint, scene).map(ofReference),
    ...badRequests(endpoint, base, scene).map(ofRequest),
  ];
  return endpoint.access === 'anonymous' && endpoint.takesStream !== true ? cases.map(asStranger) : cases;
}

/** At least one of each kind. */
function chosen(values: readonly BadValue[], first: number): BadValue[] {
  const seen = new Map<string, number>();
  return values.filter(({ kind }) => {
    const at = seen.get(kind) ?? 0;
    seen.set(kind, at + 1);
    return at === 0 || (at + first) % oneIn === 0;
  });
}

/** Of those whom no one knows little is read. */
function asStranger(one: Case): Case {
  const { body } = one.request;
  if (typeof body !== 'string' || body.length <= defaultLimits.maxStrangerBodyBytes) return one;
  // A wrong path or method is reported before anything is read.
  const isRead = one.kind !== 'path' && one.kind !== 'method';
  return isRead ? { ...one, expected: { status: 413, code: 'REQUEST_TOO_LARGE' } } : one;
}

/** Sends some at a time. @returns a line for each that did not go as expected. */
async function faults(cases: readonly Case[]): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < cases.length; i += atOnce)
    found.push(...(await Promise.all(cases.slice(i, i + atOnce).map(faultOf))).filter((fault) => fault !== ''));
  return found;
}

async function faultOf({ parameter, kind, what, request, authorization, expected }: Case): Promise<string> {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const reply = await scene.sender.send(request, authorization).catch((error: unknown) => String(error));
  const objection = typeof reply === 'string' ? reply : objectionTo(reply, expected) || unnamed(reply, parameter);
  return objection === '' ? '' : `${kind}: ${what}: ${objection}`;
}

/** The data is what it was when it was looked at last, after the endpoint before. */
async function expectUntouched(): Promise<void> {
  const before = lastSeen;
  lastSeen = await scene.world.dump();
  expect(lastSeen).toBe(before);
}

/** Why an answer is not what was expected; nothing when it is. */
function objectionTo(reply: RawReply, expected: Case['expected']): string {
  const got = `${reply.status} ${JSON.stringify(reply.body).slice(0, 300)}`;
  if (reply.status >= 500) return `a defect: ${got}`;
  if (reply.status < 400) return expected === 'survived' ? '' : `accepted: ${got}`;
  if (!catalogue.has(String(reply.body['code']))) return `not an error of the catalogue: ${got}`;
  if (typeof expected === 'string') return '';
  const { status, code, msg = reply.body['msg'] } = expected;
  const isRight = reply.status === status && reply.body['code'] === code && reply.body['msg'] === msg;
  return isRight ? '' : `expected ${JSON.stringify(expected)}, got ${got}`;
}

/** Where a wrong value shows in another parameter. */
const elsewhere: Record<string, string> = { pattern: 'url_template' };

/** Why a refusal does not lead to the parameter that is wrong. Only BAD_REQUEST has a field for it: other codes say what is wrong. */
function unnamed({ status, body }: RawReply, parameter: string | undefined): string {
  if (parameter === undefined || status !== 400 || body['code'] !== 'BAD_REQUEST') return '';
  const { parameters, errors = {} } = body as { parameters?: string; errors?: object };
  const names = [...(parameters?.split(', ') ?? []), ...Object.keys(errors)].map((name) => name.split('.')[0]);
  return names.includes(parameter) || names.includes(elsewhere[parameter])
    ? ''
    : `the parameter is not named: ${JSON.stringify(body)}`;
}

const named = endpoints.map((endpoint) => [operationOf(endpoint), endpoint] as const);

describe('one thing wrong in a valid call is refused as documented, and changes nothing', () => {
  it.each(named)('%s', async (_name, endpoint) => {
    const cases = casesOf(endpoint, valid(endpoint));
    const refused = await faults(cases.filter(({ expected }) => expected !== 'survived'));
    // What the declaration takes may succeed; it is rolled back, so that the next case starts from the same.
    const survived = await rehearse(() => faults(cases.filter(({ expected }) => expected === 'survived')));
    expect([...refused, ...survived]).toEqual([]);
    await expectUntouched();
  });
});

describe('odd values in any parameter make no defect, and change nothing', () => {
  const random = seededRandom(fuzzSeed);
  it.each(named)('%s', async (_name, endpoint) => {
    const base = valid(endpoint);
    const names = Object.keys(endpoint.params).filter((name) => endpoint.params[name]?.spec.encoding !== 'file');
    if (names.length === 0) return;
    const cases = Array.from({ length: fuzzPerEndpoint }, (): Case => {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const odd = oddValue(random);
      const request = withValue(endpoint, base, name, odd);
      const asJson = random() < 0.3 && endpoint.method !== 'GET' && typeof request.body === 'string';
      const authorization = authorizationOf(endpoint);
      return {
        kind: 'odd',
        what: `${name}=${odd}`,
        request: asJson ? inJson(request) : request,
        authorization,
        expected: 'survived',
      };
    });
    expect(await rehearse(() => faults(cases))).toEqual([]);
    await expectUntouched();
  });
});

describe('a list, an object or a truth value in a JSON body is no text', () => {
  const withText = named.flatMap(([operation, endpoint]) => {
    const { method, takesPayload, takesStream, params, path } = endpoint;
    const names = Object.keys(params).filter(
      (name) => params[name]?.spec.isText === true && !path.includes(`${name}}`),
    );
    const hasFile = Object.values(params).some((param) => param.spec.encoding === 'file');
    const isForm = method !== 'GET' && takesStream !== true && takesPayload !== true && !hasFile && names.length > 0;
    return isForm ? [[operation, endpoint, names] as const] : [];
  });

  it.each(withText)('%s', async (_name, endpoint, names) => {
    const { values, files } = valid(endpoint);
    const cases = names.flatMap((name) =>
      ['{}', '{"a":1}', '[]', '["a"]', 'true'].map((text): Case => ({
        kind: 'structured text',
        what: `${name}=${text}`,
        request: inJson(requestFor(endpoint, { values: { ...values, [name]: text }, files })),
        authorization: authorizationOf(endpoint),
        expected: { status: 400, code: 'BAD_REQUEST', msg: `${name} is not a string` },
      })),
    );
    expect(await faults(cases)).toEqual([]);
    await expectUntouched();
  });
});

/** The same parameters as one JSON object, in which what is JSON stands as itself. */
function inJson(request: RawRequest): RawRequest {
  const values = [...new URLSearchParams(request.body as string)].map(([name, text]) => [name, parsed(text)]);
  const body = JSON.stringify(Object.fromEntries(values));
  return { ...request, body, headers: { 'content-type': 'application/json' } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Looking before changing, making before taking away, and last what takes something from other calls. */
function turnOf(endpoint: ApiEndpoint): number {
  const isLast = /delete_topic|deactivate|regenerate|^DELETE .users.me$/.test(operationOf(endpoint));
  return ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(endpoint.method) + (isLast ? 10 : 0);
}

describe('the walk is not vacuous', () => {
  it('every call that it starts from is valid, but those that say why not', async () => {
    const failing = await rehearse(async () => {
      const found: string[] = [];
      for (const endpoint of endpoints) {
        const reply = await scene.sender.send(requestFor(endpoint, valid(endpoint)), authorizationOf(endpoint));
        const isRight = reply.status < 400 === (callOf(endpoint).fails === undefined);
        if (!isRight) found.push(`${operationOf(endpoint)}: ${reply.status} ${JSON.stringify(reply.body)}`);
      }
      return found;
    });
    expect(failing).toEqual([]);
  });

  it('nearly all of them succeed for good too, one after the other on a throw-away world', async () => {
    const throwAway = await setScene();
    const inOrder = endpoints
      .filter((endpoint) => callOf(endpoint).fails === undefined)
      .toSorted((a, b) => turnOf(a) - turnOf(b));
    const failing: string[] = [];
    for (const endpoint of inOrder) {
      const { as } = callOf(endpoint);
      const request = requestFor(endpoint, encode(validParams(endpoint, throwAway, as)));
      const reply = await throwAway.sender.send(request, throwAway.people[as].authorization);
      if (operationOf(endpoint) === 'POST /users/me/api_key/regenerate')
        throwAway.people[as].apiKey = String(reply.body['api_key']);
      if (reply.status >= 400) failing.push(`${operationOf(endpoint)}: ${reply.status} ${JSON.stringify(reply.body)}`);
    }
    await throwAway.stop();
    expect(failing.length, failing.join('\n')).toBeLessThan(endpoints.length * 0.05);
  });

  it('there are many cases of every class', () => {
    const classes = [
      ...badKinds,
      'unknown',
      "another's",
      'credentials',
      'role',
      'method',
      'path',
      'body',
      'file',
      'odd',
      'structured text',
    ];
    expect(classes.filter((kind) => (counts.get(kind) ?? 0) < 20)).toEqual([]);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(inForm(4000, 15_000));
  });

  it('has no exception for an endpoint that was deleted', () => {
    const parameters = endpoints.flatMap((endpoint) =>
      Object.keys(endpoint.params).map((name) => `${operationOf(endpoint)}: ${name}`),
    );
    expect(staleExceptions(new Set(parameters))).toEqual([]);
  });
});
