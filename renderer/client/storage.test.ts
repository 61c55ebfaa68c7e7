/** Stored values are found again, also by the names of earlier versions, and storage that fails hurts nothing. */
import { afterEach, expect, test, vi } from 'vitest';
import type * as StorageModule from './storage.ts';

/** A browser's storage: its keys can be listed, its methods cannot. */
function storageWith(items: Readonly<Record<string, string>>): Record<string, unknown> {
  const storage: Record<string, unknown> = { ...items };
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void (storage[key] = text),
    removeItem: (key: string) => void delete storage[key],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value });
  return storage;
}

async function load(storage: unknown): Promise<typeof StorageModule> {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  return import('./storage.ts');
}

afterEach(() => vi.unstubAllGlobals());

test('choices under names of earlier versions count, and are stored under the present names from then on', async () => {
  const storage = storageWith({
    'hearth-chat-letters': 'off',
    'hearth-chat-people': 'closed',
    'hearth-chat-folded-sidebar': '["direct"]',
    'hearth-chat-news-first': 'off',
    'hearth.news-first': 'on',
    // The console's, and of another program.
    'hearth-chat-opened': 'true',
    'hearth-chatter': 'x',
  });
  const { readStored, readStoredJson } = await load(storage);
  expect([readStored('letters'), readStored('people'), readStored('news-first')]).toEqual(['off', 'closed', 'on']);
  expect(readStoredJson('folded-sidebar')).toEqual(['direct']);
  expect(Object.keys(storage).toSorted()).toEqual([
    'hearth-chat-opened',
    'hearth-chatter',
    'hearth.folded-sidebar',
    'hearth.letters',
    'hearth.news-first',
    'hearth.people',
  ]);
});

test('drafts and messages that were not sent stay where they are', async () => {
  const kept = {
    'hearth.draft.7.dm:9': '{"text":"half"}',
    'hearth.outbox.7.a': '{"content":"whole"}',
    'hearth.draft.7.b': '{',
  };
  const storage = storageWith(kept);
  const { readStoredUnder } = await load(storage);
  expect([...readStoredUnder('draft.7.')]).toEqual([
    ['dm:9', { text: 'half' }],
    ['b', undefined],
  ]);
  expect({ ...storage }).toEqual(kept);
});

test('what is written is read, removed, and noticed in other tabs', async () => {
  const storage = storageWith({});
  const { readStored, storedChangeIn, writeStored } = await load(storage);
  expect([writeStored('draft.7.a', '1'), readStored('draft.7.a'), storage['hearth.draft.7.a']]).toEqual([
    true,
    '1',
    '1',
  ]);
  expect([writeStored('draft.7.a', null), readStored('draft.7.a')]).toEqual([true, null]);
  const change = (key: string | null, newValue: string | null) => ({ key, newValue }) as StorageEvent;
  expect(storedChangeIn(change('hearth.draft.7.a', null), 'draft.7.')).toEqual({ name: 'a', text: null });
  expect(storedChangeIn(change('hearth.draft.8.a', 'x'), 'draft.7.')).toBeUndefined();
  expect(storedChangeIn(change(null, null), 'draft.7.')).toBeUndefined();
});

test('storage that is full or forbidden stores nothing and fails nothing', async () => {
  const { readStored, readStoredUnder, writeStored } = await load(undefined);
  expect([readStored('letters'), writeStored('letters', 'on'), [...readStoredUnder('draft.')]]).toEqual([
    null,
    false,
    [],
  ]);
});
