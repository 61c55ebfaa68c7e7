/** Maps and lists that are never changed, only replaced: what an event does not touch stays the very same object. */

/** @returns the map with one entry more, or another. */
export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return map.get(key) === value && map.has(key) ? map : new Map(map).set(key, value);
}

export function withEntries<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  entries: Iterable<readonly [Key, Value]>,
): ReadonlyMap<Key, Value> {
  return new Map([...map, ...entries]);
}

export function withoutKeys<Key, Value>(map: ReadonlyMap<Key, Value>, keys: Iterable<Key>): ReadonlyMap<Key, Value> {
  const gone = [...keys].filter((key) => map.has(key));
  if (gone.length === 0) return map;
  const rest = new Map(map);
  for (const key of gone) rest.delete(key);
  return rest;
}

/** @returns the map with one of its values changed; itself where it has none under the key. */
export function changed<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  change: (value: Value) => Value,
): ReadonlyMap<Key, Value> {
  const value = map.get(key);
  return value === undefined ? map : withEntry(map, key, change(value));
}

/** @returns the map with each of its values as `change` gives it; itself where that changes none. */
export function mapped<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  change: (value: Value, key: Key) => Value,
): ReadonlyMap<Key, Value> {
  const other = [...map].flatMap(([key, value]) => {
    const next = change(value, key);
    return next === value ? [] : [[key, next] as const];
  });
  return other.length === 0 ? map : withEntries(map, other);
}

export function byId<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): ReadonlyMap<Row[Name], Row> {
  return new Map(rows.map((row) => [row[name], row]));
}

export function withIds(ids: ReadonlySet<number>, added: readonly number[]): ReadonlySet<number> {
  return added.every((id) => ids.has(id)) ? ids : new Set([...ids, ...added]);
}

export function withoutIds(ids: ReadonlySet<number>, removed: Iterable<number>): ReadonlySet<number> {
  const gone = [...removed].filter((id) => ids.has(id));
  if (gone.length === 0) return ids;
  const rest = new Set(ids);
  for (const id of gone) rest.delete(id);
  return rest;
}

/** Some fields of an object, as an object of their own. */
export function picked<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  const some: Partial<Pick<T, Name>> = {};
  for (const name of names) some[name] = from[name];
  return some as Pick<T, Name>;
}
