/**
 * Request parameters: one object describes a parameter whole: how it is encoded, parsed, limited, defaulted and documented.
 * An endpoint's `params` is a record of these; `Parsed<P>` is what its handler receives.
 * Values are validated by zod; the sentences of the errors are ours (spec: Conventions 2 and 5).
 */
import { z } from 'zod';
import { aboutParameter, badRequest, invalidParameter, missingFile, missingVariable } from '../errors.ts';
import { issueError } from './param-errors.ts';
import { refuseUnstorable, refuseUnstorableWithin } from './storable-text.ts';

/** A file part of a multipart request, already on disk in a temporary place. */
export interface UploadedFile {
  path: string;
  /** The name of its part of the form. */
  field: string;
  name: string;
  size: number;
  contentType: string;
}

/** What a request brought: text values by name (query, body and path merged), and files. */
export interface RawParams {
  values: ReadonlyMap<string, string>;
  /** Names whose value came in a JSON body and is no string there: a list, for one, which is never meant as text. */
  structured: ReadonlySet<string>;
  /** The first counts. */
  files: readonly UploadedFile[];
  /** Names of parts with files that the endpoint does not take. */
  ignoredFiles: readonly string[];
}

type Encoding = 'plain' | 'json' | 'file';

interface Spec<T> {
  encoding: Encoding;
  schema: z.ZodType<T>;
  /** Turns the text of the request into the value that the schema checks; throws ApiError. */
  decode: (text: string, name: string) => unknown;
  required: boolean;
  default?: T;
  aliases: readonly string[];
  doc: string;
  /** JSON `null` means "not sent", unless null is itself a value. */
  nullIsAbsent: boolean;
  /** Any text will do, and so the JSON of a list or object would. */
  isText: boolean;
  /** Who may see it of a request of another (privacy.ts). */
  privacy: 'content' | 'envelope' | 'secret';
}

export class Param<T> {
  readonly spec: Spec<T>;

  constructor(spec: Spec<T>) {
    this.spec = spec;
  }

  optional(): Param<T | undefined> {
    return new Param<T | undefined>({ ...(this.spec as Spec<T | undefined>), required: false });
  }

  default(value: T): Param<T> {
    return new Param<T>({ ...this.spec, required: false, default: value });
  }

  /** Older or alternative names under which the same parameter is accepted. */
  alias(...names: string[]): Param<T> {
    return new Param<T>({ ...this.spec, aliases: [...this.spec.aliases, ...names] });
  }

  /** A password, key or token. Where only a field of it is one, its schema says so: `.meta({ writeOnly: true })`. */
  secret(): Param<T> {
    return new Param<T>({ ...this.spec, privacy: 'secret' });
  }

  /** It says who, where and when, never what: administrators may see it, although the endpoint is personal. */
  envelope(): Param<T> {
    return new Param<T>({ ...this.spec, privacy: 'envelope' });
  }

  describe(doc: string): Param<T> {
    return new Param<T>({ ...this.spec, doc });
  }

  /** A further condition; `msg` is the whole sentence of the BAD_REQUEST. */
  check(test: (value: T) => boolean, msg: string): Param<T> {
    const { schema } = this.spec;
    return new Param<T>({ ...this.spec, schema: schema.refine(test, { message: msg, params: { whole: true } }) });
  }

  /** @throws ApiError REQUEST_VARIABLE_MISSING or BAD_REQUEST. */
  parse(name: string, raw: RawParams): T {
    const { spec } = this;
    if (spec.encoding === 'file') return this.parseFile(name, raw);
    const sentName = raw.values.has(name) ? name : spec.aliases.find((candidate) => raw.values.has(candidate));
    const sent = sentName === undefined ? undefined : raw.values.get(sentName);
    const isStructured = sentName !== undefined && raw.structured.has(sentName);
    // The word null is a text like others; the null of a JSON body is none.
    const isNull = sent === 'null' && (spec.nullIsAbsent || (spec.isText && isStructured));
    if (sent === undefined || isNull) {
      if (spec.required) throw missingVariable(name);
      return spec.default as T;
    }
    // Numbers are read as their digits: clients send names and ids so.
    if (spec.isText && isStructured && !/^-?\d/.test(sent)) throw invalidParameter(name, `${name} is not a string`);
    const result = spec.schema.safeParse(this.decoded(name, sent));
    if (!result.success) throw issueError(name, result.error);
    return result.data;
  }

  private decoded(name: string, sent: string): unknown {
    try {
      refuseUnstorable(name, sent);
      return this.spec.decode(sent, name);
    } catch (error) {
      throw aboutParameter(error, name);
    }
  }

  private parseFile(name: string, raw: RawParams): T {
    // The first file part counts, whatever its field name: libraries use the file's path as the name.
    const first = raw.files[0];
    if (first === undefined) {
      if (this.spec.required) throw missingFile(name);
      return this.spec.default as T;
    }
    return first as T;
  }
}

const base = { required: true, aliases: [], doc: '', nullIsAbsent: true, isText: false, privacy: 'content' } as const;

const decodeInt = (sent: string, name: string): number => {
  if (!/^[+-]?\d{1,16}$/.test(sent.trim())) throw badRequest(`${name} is not an integer`);
  return Number(sent);
};

/** A whole number, written plainly. Bounds are inclusive. */
export function int(bounds: { min?: number; max?: number } = {}): Param<number> {
  let schema = z.int();
  if (bounds.min !== undefined) schema = schema.min(bounds.min);
  if (bounds.max !== undefined) schema = schema.max(bounds.max);
  return new Param<number>({ ...base, encoding: 'plain', schema, decode: decodeInt });
}

/** `true` or `false`; `1` and `0` and other capitals are read too, because clients in the field send them. */
export function bool(): Param<boolean> {
  return new Param<boolean>({
    ...base,
    encoding: 'plain',
    schema: z.boolean(),
    decode: (sent, name) => {
      const value = { true: true, '1': true, false: false, '0': false }[sent.trim().toLowerCase()];
      if (value === undefined) throw badRequest(`${name} is not a boolean`);
      return value;
    },
  });
}

/** Text. Lengths are in Unicode code points; `min: 1` refuses blank text. Surrounding space goes unless `keepSpace`. */
export function text(bounds: { min?: number; max?: number; keepSpace?: boolean } = {}): Param<string> {
  const length = (value: string): number => [...value].length;
  const { min = 0, max = 1_000_000, keepSpace = false } = bounds;
  // Counted in code points, so the bounds are a condition of our own; `meta` says them to the user who reads the schema.
  const schema = z
    .string()
    .meta({ ...(min > 0 && { minLength: min }), ...(max < 1_000_000 && { maxLength: max }) })
    .superRefine((value, context) => {
      if (min > 0 && length(value) < min)
        context.addIssue({ code: 'too_small', minimum: min, origin: 'string', input: value });
      if (value.length > max && length(value) > max)
        context.addIssue({ code: 'too_big', maximum: max, origin: 'string', input: value });
    });
  return new Param<string>({
    ...base,
    nullIsAbsent: false,
    isText: true,
    encoding: 'plain',
    schema,
    decode: (value) => (keepSpace ? value : value.trim()),
  });
}

/** One of a closed set of words; also accepted as a JSON string, as some clients encode every value. */
export function oneOf<const T extends readonly string[]>(words: T): Param<T[number]> {
  return new Param<T[number]>({
    ...base,
    encoding: 'plain',
    schema: z.enum(words),
    decode: (value) => value.trim().replace(/^"(.*)"$/s, '$1'),
  });
}

/** One of a closed set of numbers. */
export function oneOfInts<const T extends readonly number[]>(numbers: T): Param<T[number]> {
  const schema = z
    .int()
    .refine((value): value is T[number] => numbers.includes(value), {
      message: 'not one of the allowed values',
      params: {},
    })
    .meta({ enum: [...numbers] });
  return new Param<T[number]>({
    ...base,
    encoding: 'plain',
    schema,
    decode: decodeInt,
  });
}

/**
 * An array or object sent as JSON text (spec: Conventions 2).
 * @param options.lenient text that is not JSON is handed to the schema as a string (a bare channel name, for one).
 */
export function json<T>(schema: z.ZodType<T>, options: { lenient?: boolean } = {}): Param<T> {
  return new Param<T>({
    ...base,
    encoding: 'json',
    schema,
    nullIsAbsent: !schema.safeParse(null).success,
    decode: (value, name) => {
      let read: unknown;
      try {
        read = JSON.parse(value);
      } catch {
        if (options.lenient === true) return value;
        throw badRequest(`${name} is not valid JSON`);
      }
      if (isDeeperThan(maxDepth, read)) throw badRequest(`${name} is nested too deeply`);
      refuseUnstorableWithin(name, value, read);
      return read;
    },
  });
}

/** Deeper than anything that the API takes, and far from where the stack ends for those who walk through a value. */
const maxDepth = 100;

const isDeeperThan = (depth: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeperThan(depth - 1, inner)));

/** A JSON array. */
export function listOf<T>(item: z.ZodType<T>, bounds: { min?: number; max?: number } = {}): Param<T[]> {
  let schema = z.array(item);
  if (bounds.min !== undefined) schema = schema.min(bounds.min);
  return json(schema.max(bounds.max ?? 100_000));
}

/** The uploaded file of a multipart request. */
export function file(): Param<UploadedFile> {
  return new Param<UploadedFile>({
    ...base,
    encoding: 'file',
    schema: z.custom<UploadedFile>(),
    decode: (value) => value,
  });
}

export type Params = Record<string, Param<unknown>>;
export type Parsed<P> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };
