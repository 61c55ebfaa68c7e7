/**
 * API coverage of the tests: which answers each operation gave, and which events it caused. Written down as they run
 * (test-results/api-coverage), and read by `npm run coverage:api`.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ActivityLog } from '../operations/activity.ts';

/** By operation, as `operationKey` names it: "ok" or the codes of its refusals, and types of events ("stream/create"). */
export type Tried = Map<string, { outcomes: Set<string>; events: Set<string> }>;

const folder = resolve(import.meta.dirname, '../../test-results/api-coverage');
/** Each copy of this module has a file of its own: a test that loads modules again in the same process takes nothing away. */
const ownFile = `${randomUUID()}.json`;
const tried: Tried = new Map();
let isChanged = false;

/** @returns "GET /messages/{}": the contract and the declarations may name a parameter differently. */
export const operationKey = (method: string, path: string): string =>
  `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

/** @param code of a refusal; undefined for a success. */
export function noteAnswer(method: string, path: string, code: string | undefined): void {
  note(operationKey(method, path), 'outcomes', code ?? 'ok');
}

/** Notes which events requests caused, as the server itself wrote it down; called before its world ends. */
export function noteEvents(activity: ActivityLog): void {
  const operations = new Map<string, string>();
  const entries = activity.after(0, ['request', 'event'], Infinity);
  for (const entry of entries)
    if (entry.kind === 'request' && entry.request.route !== null)
      operations.set(entry.request.id, operationKey(entry.request.method, entry.request.route));
  for (const entry of entries) {
    const operation = entry.kind === 'event' && entry.requestId !== null ? operations.get(entry.requestId) : undefined;
    if (entry.kind === 'event' && operation !== undefined)
      note(operation, 'events', entry.op === null ? entry.type : `${entry.type}/${entry.op}`);
  }
  keep();
}

/** @returns what all processes of the last run wrote down; nothing where there was none. */
export function readTried(): Tried {
  const all: Tried = new Map();
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return all;
  }
  for (const name of names) {
    const kept = JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, string[], string[]][];
    for (const [operation, outcomes, events] of kept) {
      const known = entryOf(all, operation);
      for (const outcome of outcomes) known.outcomes.add(outcome);
      for (const event of events) known.events.add(event);
    }
  }
  return all;
}

function note(operation: string, kind: 'outcomes' | 'events', what: string): void {
  const known = entryOf(tried, operation)[kind];
  isChanged ||= !known.has(what);
  known.add(what);
}

function entryOf(all: Tried, operation: string): { outcomes: Set<string>; events: Set<string> } {
  const known = all.get(operation) ?? { outcomes: new Set(), events: new Set() };
  all.set(operation, known);
  return known;
}

/** At the end of each world, for no one says when the last one of a process was. */
function keep(): void {
  if (!isChanged) return;
  isChanged = false;
  const lines = [...tried].map(([operation, { outcomes, events }]) => [operation, [...outcomes], [...events]]);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ownFile), JSON.stringify(lines));
}
