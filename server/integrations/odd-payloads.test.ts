/** Payloads of which one field is missing or of another type: each gives a message, or a refusal that names the field. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { integrations } from './all.ts';
import { oneLine, quoted } from './integration.ts';

interface Case {
  case: string;
  headers: Record<string, string>;
  payload: unknown;
  says: unknown;
  /** An update of which nothing is known, or nothing that is posted. */
  mayBeSilent?: true;
}

const folder = join(import.meta.dirname, 'payloads');
const cases = readdirSync(folder).flatMap((file) => {
  const name = file.replace('.json', '').replaceAll('-', '_');
  const integration = integrations.find((one) => one.name === name);
  if (integration === undefined) throw new Error(`${file} belongs to no integration`);
  const read = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[];
  return read.filter(({ says }) => says !== null).map((one) => ({ ...one, integration, name: `${name}: ${one.case}` }));
});

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
const values = [null, -1, 0, 1e21, 'toString', '', true, false, [], ['x'], [null], {}, { x: 'y' }, { length: 3 }];

/** A value of which one part is missing, or of another type. */
function* variants(value: unknown, path: string): Generator<[string, unknown]> {
  for (const other of values) if (typeOf(other) !== typeOf(value)) yield [`${path} = ${JSON.stringify(other)}`, other];
  if (Array.isArray(value)) {
    const list = value as unknown[];
    for (const [at, part] of list.slice(0, 2).entries())
      for (const [name, made] of variants(part, `${path}.${at}`)) yield [name, list.with(at, made)];
  } else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _gone, ...rest } = value as Record<string, unknown>;
      yield [`${path}.${key} missing`, rest];
      for (const [name, made] of variants(part, `${path}.${key}`)) yield [name, { ...value, [key]: made }];
    }
}

test('a title is the first line that has words, without signs that are no text', () => {
  expect(
    ['\n\n Fix it \nmore', 'a\rb', 'a\u2028b', '', ' \n ', '@**all** a', 'a\0b'].map((text) => oneLine(text)),
  ).toEqual(['Fix it', 'a', 'a', '', '', '@**all** a', 'a b']);
});

test('a quotation is the beginning of a long text, and says how much is left out', () => {
  expect(quoted(`${'é'.repeat(4000)}`)).not.toContain('Shortened');
  const lines = quoted(`${'é'.repeat(3990)}\n~~~~\n${'y'.repeat(100)}`).split('\n');
  expect(lines[1]).toBe('~~~~~ quote');
  expect(lines.slice(-3)).toEqual(['~~~~~', '', '*Shortened: the last 96 characters are left out.*']);
  expect(quoted(`<!-- ${'x'.repeat(9000)} -->`)).toBe('');
});

test.each(cases)('$name', ({ integration, headers, payload, mayBeSilent }) => {
  const silent: string[] = [];
  const broken: string[] = [];
  for (const [name, odd] of variants(payload, '')) {
    try {
      const post = integration.format(odd, headers);
      if (post === null) {
        if (mayBeSilent !== true) silent.push(name);
      } else if (
        post.content.trim() === '' ||
        post.topic.trim() === '' ||
        /\[object|undefined|NaN|function/.test(`${post.topic} ${post.content}`)
      )
        broken.push(`${name}: ${post.topic}: ${post.content}`);
    } catch (error) {
      if (!(error instanceof z.ZodError)) broken.push(`${name}: ${String(error)}`);
    }
  }
  expect({ silent, broken }).toEqual({ silent: [], broken: [] });
});
