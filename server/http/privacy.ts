/**
 * Privacy of recorded requests: stored fields and visible fields: both from the declaration of its endpoint. What a declaration
 * says nothing of is private, and what no declaration knows is not kept.
 */
import { z } from 'zod';
import { secretMark } from '../secrets.ts';
import { universalParams } from './ignored-params.ts';
import type { Param, Params } from './params.ts';

/** In the place of what only its sender may see. */
export const privateMark = '[private]';
/** In the place of a parameter that the endpoint does not know: it may be anything, a password with a slip in its name. */
const ignoredMark = '[ignored]';

export interface Privacy {
  /** The value of a parameter as it may be kept: secrets masked. */
  kept(name: string, value: string): string;
  /** Whether an endpoint declares a parameter of this name. */
  isDeclared(name: string): boolean;
  /** Names of the parameters of a personal request that administrators may see; null: all of it is theirs to see. */
  envelope: ReadonlySet<string> | null;
}

const known = new WeakMap<object, Privacy>();

/** @returns what follows from a declaration. */
export function privacyOf(endpoint: { personal?: false; params: Params }): Privacy {
  const found = known.get(endpoint) ?? fromDeclaration(endpoint);
  known.set(endpoint, found);
  return found;
}

function fromDeclaration({ personal, params }: { personal?: false; params: Params }): Privacy {
  const byName = new Map<string, Param<unknown>>(
    Object.entries(params).flatMap(([name, param]) =>
      [name, ...param.spec.aliases].map((one) => [one, param] as const),
    ),
  );
  const shown = [...byName].filter(([, { spec }]) => spec.privacy === 'envelope').map(([name]) => name);
  return {
    kept(name, value) {
      if (universalParams.has(name)) return value;
      const param = byName.get(name);
      if (param === undefined) return ignoredMark;
      if (param.spec.privacy === 'secret') return secretMark;
      return param.spec.encoding === 'json' ? withoutSecretFields(param, value) : value;
    },
    isDeclared: (name) => universalParams.has(name) || byName.has(name),
    envelope: personal === false ? null : new Set([...shown, ...universalParams]),
  };
}

interface Fields {
  all: Set<string>;
  secret: Set<string>;
}

/** Fields of a JSON parameter by whether they are secret; looked up when one is first sent. */
const fieldsOf = new WeakMap<Param<unknown>, Fields>();

/** Where one field is secret, one that the schema does not know is, too. */
function withoutSecretFields(param: Param<unknown>, value: string): string {
  const fields =
    fieldsOf.get(param) ?? fieldsIn(z.toJSONSchema(param.spec.schema, { io: 'input', unrepresentable: 'any' }));
  fieldsOf.set(param, fields);
  if (fields.secret.size === 0) return value;
  try {
    return JSON.stringify(masked(JSON.parse(value), fields));
  } catch {
    return secretMark;
  }
}

function masked(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, fields));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isOpen = fields.all.has(name) && !fields.secret.has(name);
      return [name, isOpen ? masked(item, fields) : secretMark];
    }),
  );
}

function fieldsIn(schema: unknown, fields: Fields = { all: new Set(), secret: new Set() }): Fields {
  if (typeof schema !== 'object' || schema === null) return fields;
  const { properties } = schema as { properties?: unknown };
  for (const [name, field] of Object.entries((properties ?? {}) as Record<string, { writeOnly?: unknown }>)) {
    fields.all.add(name);
    if (field.writeOnly === true) fields.secret.add(name);
  }
  for (const part of Object.values(schema)) fieldsIn(part, fields);
  return fields;
}

/**
 * A path as logs and the console may show it.
 * @param pattern of the route, "/api/v1/messages/:p1". @param values of its parameters, in the order of the path.
 */
export function shownPathOf(pattern: string, values: Readonly<Record<string, string>>, privacy: Privacy): string {
  const inOrder = Object.entries(values);
  return pattern.replaceAll(/[:*]p(\d+)/g, (_place, index: string) => {
    const [name = '', value = ''] = inOrder[Number(index) - 1] ?? [];
    if (privacy.envelope?.has(name) === false) return privateMark;
    const kept = privacy.kept(name, value);
    return kept === value ? encodeURI(value) : kept;
  });
}
