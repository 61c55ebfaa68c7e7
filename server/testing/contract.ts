/**
 * The contract as a judge: every response and every event that any test receives is checked against it, here and nowhere else.
 * Objects are closed, so an undocumented field fails; `required` is completed (server/contract/complete.ts).
 */
import addFormatsModule from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { endpoints } from '../api/index.ts';
import { completeContract } from '../contract/complete.ts';
import { wholeAnswer } from '../http/answer.ts';
import { noteAnswer } from './api-coverage.ts';

const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;
const contract = completeContract();
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats(ajv);
ajv.addSchema({ $id: 'contract', ...contract });

interface Operation {
  method: string;
  shape: RegExp;
  path: string;
}

const operations: Operation[] = Object.entries(contract.paths)
  .flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path, shape: shapeOf(path) })),
  )
  // Fixed words win over parameters, as in the router.
  .toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path));

function shapeOf(path: string): RegExp {
  const pattern = path.replaceAll(/\{([^}]+)\}/g, (_match, name: string) =>
    name === 'filename' || name === 'fragment' ? '.+' : /(^|_)id$/.test(name) ? '\\d+' : '[^/]+',
  );
  return new RegExp(`^${pattern}$`);
}

function parameterCount(path: string): number {
  return path.split('{').length - 1;
}

/** The contract's path for a request, e.g. "/messages/{message_id}"; undefined for what only Hearth has. */
export function contractPath(method: string, path: string): string | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const known = path === '/subscribe' ? '/users/me/subscriptions' : path;
  return operations.find((operation) => operation.method === wanted && operation.shape.test(known))?.path;
}

/** Every operation of the contract: "GET /messages". */
export const contractOperations: string[] = operations.map(({ method, path }) => `${method} ${path}`);

/** @throws Error that names every complaint, when a response of a documented operation is not what the contract says. */
export function checkResponse(method: string, path: string, status: number, body: unknown): void {
  checkEnvelope(status, body, `${method} ${path}`);
  const known = contractPath(method, path);
  const own = known === undefined ? declaredEndpoint(method, path) : undefined;
  const { code } = body as { code?: string };
  const named = known ?? own?.path;
  if (named !== undefined) noteAnswer(method, named, code);
  checkNamed(method, path, body as { parameters?: string });
  if (status !== 200) return;
  if (known === undefined) return checkDeclared(own, body, `${method} ${path}`);
  const place = successSchema(known, method);
  complain(schema(place), known === '/events' ? withoutOwnEvents(body) : body, `${method} ${path}`);
}

/** What only Hearth has answers as its declaration says. */
function checkDeclared(found: ReturnType<typeof declaredEndpoint>, body: unknown, where: string): void {
  const problem = found?.answer?.safeParse(body).error;
  if (problem !== undefined)
    throw new Error(
      `${where} does not answer as declared:\n${z.prettifyError(problem)}\n  in ${JSON.stringify(body).slice(0, 1200)}`,
    );
}

const declaredEndpoint = (method: string, path: string): (typeof declared)[number] | undefined =>
  declared.find((one) => one.method === method && one.shape.test(path));

const declared = endpoints
  .flatMap(({ method, path, prefix, aliases = [], answer }) =>
    answer === undefined
      ? []
      : [path, ...aliases].map((one) => ({
          method: method as string,
          path: one,
          shape: shapeOf((prefix ?? '') + one.replaceAll('{*', '{')),
          answer: wholeAnswer(answer),
        })),
  )
  // Fixed words win over parameters, as in the router.
  .toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path));

/** Where the contract keeps the schema of an operation's success: with the operation, or shared by many. */
function successSchema(path: string, method: string): string {
  const responses = contract.paths[path]?.[method.toLowerCase()]?.['responses'] as Record<string, { $ref?: string }>;
  const shared = responses['200']?.$ref;
  const response =
    shared?.slice(1) ??
    `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method.toLowerCase()}/responses/200`;
  return `contract#${response}/content/application~1json/schema`;
}

/** spec: Conventions 3 and 5: success with an empty msg, or an error with code and msg. */
function checkEnvelope(status: number, body: unknown, where: string): void {
  const { result, msg, code } = (body ?? {}) as Record<string, unknown>;
  const right =
    status === 200
      ? result === 'success' && msg === ''
      : result === 'error' && typeof msg === 'string' && msg !== '' && typeof code === 'string';
  if (!right) throw new Error(`${where}: status ${status} with the envelope ${JSON.stringify(body)?.slice(0, 500)}`);
  if (status !== 200) checkError(body as Record<string, unknown>, where);
}

/** An error body has the fields that the contract gives its code, and no others. */
function checkError(body: Record<string, unknown>, where: string): void {
  const code = String(body['code']);
  const fits = (name: string): boolean => schema(`contract#/components/schemas/${name}`)(body) === true;
  const found = [errorSchemaOf.get(code) ?? [], errorSchemas].flat().find(fits);
  if (found === undefined) throw new Error(`${where}: undocumented error body ${JSON.stringify(body)}`);
  errorSchemaOf.set(code, found);
}

/** @throws Error for a refusal that names a parameter which the operation does not have. */
function checkNamed(method: string, path: string, { parameters }: { parameters?: string }): void {
  const params = parameters === undefined ? undefined : parametersOf(method, path);
  const stranger = parameters?.split(', ').find((name) => params?.[name.split('.')[0] ?? ''] === undefined);
  if (params !== undefined && stranger !== undefined)
    throw new Error(`${method} ${path}: there is no parameter ${stranger}, which its refusal names`);
}

const operationShapes = endpoints
  .flatMap(({ method, path, prefix, aliases = [], params }) =>
    [path, ...aliases].map((one) => ({
      method,
      path: one,
      params,
      shape: shapeOf((prefix ?? '') + one.replaceAll('{*', '{')),
    })),
  )
  .toSorted((a, b) => parameterCount(a.path) - parameterCount(b.path));

const parametersOf = (method: string, path: string) =>
  operationShapes.find((one) => one.method === method && one.shape.test(path))?.params;

const errorSchemas = Object.keys(contract.components.schemas).filter((name) => name.endsWith('Error'));
/** Which schema fitted the last error of a code: it is tried first. */
const errorSchemaOf = new Map<string, string>();

/** Which schema an event of a type and op has. */
const eventIndex = (
  contract.components.schemas['Event'] as { 'x-index': { type: string; op?: string; schema: string }[] }
)['x-index'];

/** Events of our own pages are in no contract: queues get them only that ask for them by name, or by a capability. */
const isOwnEvent = ({ type }: { type?: string }): boolean => type === 'console' || type === 'channel_pins';

function withoutOwnEvents(body: unknown): unknown {
  const { events } = body as { events?: { type?: string }[] };
  return events === undefined ? body : { ...(body as object), events: events.filter((event) => !isOwnEvent(event)) };
}

/** @throws Error when an event is none of the contract's forms. */
export function checkEvent(event: { type?: string; op?: string }): void {
  if (isOwnEvent(event)) return;
  const form = eventIndex.find(({ type, op }) => type === event.type && (op === undefined || op === event.op));
  if (form === undefined) throw new Error(`undocumented event ${JSON.stringify(event).slice(0, 300)}`);
  complain(schema(`contract#/components/schemas/${form.schema}`), event, `event ${form.schema}`);
}

const compiled = new Map<string, ValidateFunction>();

function schema(place: string): ValidateFunction {
  const known = compiled.get(place);
  if (known !== undefined) return known;
  const found = ajv.getSchema(place);
  if (found === undefined) throw new Error(`the contract has no ${place}`);
  compiled.set(place, found);
  return found;
}

function complain(validate: ValidateFunction, body: unknown, where: string): void {
  if (validate(body)) return;
  const complaints = (validate.errors ?? []).map(
    (error) => `${error.instancePath || '/'} ${error.message ?? ''} ${JSON.stringify(error.params)}`,
  );
  throw new Error(
    `${where} does not match the contract:\n  ${[...new Set(complaints)].slice(0, 15).join('\n  ')}\n  in ${JSON.stringify(body)?.slice(0, 1200)}`,
  );
}
