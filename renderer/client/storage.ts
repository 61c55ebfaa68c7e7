/** Browser storage of the pages: texts by name, under one prefix. Where storage is full or forbidden nothing is stored, and nothing fails. */
import { page } from './page-port.ts';

const prefix = 'hearth.';

/** Choices that versions until now stored under another prefix. The console still has keys of its own that begin alike. */
const formerNames = /^hearth-chat-((?:letters|opens-at-newest|news-first|keeps-drawn|people|folded-.+))$/;

moveFormer();

/** @returns null where nothing is stored under the name. */
export function readStored(name: string): string | null {
  try {
    return page().storage.get(prefix + name);
  } catch {
    return null;
  }
}

/** @returns what the stored JSON says; undefined where nothing is stored, or no JSON. */
export function readStoredJson(name: string): unknown {
  return parsed(readStored(name));
}

/** @param text null removes what is stored. @returns whether it is stored now, or removed. */
export function writeStored(name: string, text: string | null): boolean {
  try {
    const { storage } = page();
    if (text === null) storage.remove(prefix + name);
    else storage.set(prefix + name, text);
    return true;
  } catch {
    return false;
  }
}

/** @returns all that is stored under names with this beginning, as JSON by the rest of the name; what is no JSON is undefined. */
export function readStoredUnder(beginning: string): ReadonlyMap<string, unknown> {
  const start = prefix + beginning;
  try {
    const { storage } = page();
    return new Map(
      storage
        .keys()
        .filter((key) => key.startsWith(start))
        .map((key) => [key.slice(start.length), parsed(storage.get(key))]),
    );
  } catch {
    return new Map();
  }
}

/** What another tab stored or removed. */
export interface StoredChange {
  /** The rest of the name. */
  name: string;
  /** null: it was removed. */
  text: string | null;
}

/** @returns the change of a name with this beginning; undefined for any other event. */
export function storedChangeIn({ key, newValue }: StorageEvent, beginning: string): StoredChange | undefined {
  const start = prefix + beginning;
  return key?.startsWith(start) === true ? { name: key.slice(start.length), text: newValue } : undefined;
}

/** Listens to what other tabs store under names with this beginning. @returns a function that ends the listening. */
export function watchStored(beginning: string, listener: (change: StoredChange) => void): () => void {
  return page().on('storage', (event) => {
    const change = storedChangeIn(event, beginning);
    if (change !== undefined) listener(change);
  });
}

/** @returns undefined for what is no JSON. */
export function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was chosen since then counts. */
function moveFormer(): void {
  try {
    const { storage } = page();
    for (const key of storage.keys()) {
      const name = formerNames.exec(key)?.[1];
      const text = storage.get(key);
      if (name === undefined || text === null) continue;
      if (readStored(name) === null) storage.set(prefix + name, text);
      storage.remove(key);
    }
  } catch {
    // Full or forbidden: the former choice counts no more.
  }
}
