/** Live objects in the server's memory, by constructor. */
import { readFile, rm } from 'node:fs/promises';

export interface HeapCount {
  /** Alive after a collection. */
  usedBytes: number;
  rssBytes: number;
  /** Objects alive, by the name of their constructor; "(closure)" and the like for what has none. */
  counts: Map<string, number>;
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
  strings: string[];
}

/** @param probe where the server's heap probe listens. @param file for the snapshot, deleted afterwards. */
export async function countHeap(probe: string, file: string): Promise<HeapCount> {
  const response = await fetch(`${probe}/?${new URLSearchParams({ file })}`);
  if (response.status !== 200) throw new Error(`the heap cannot be looked at: ${await response.text()}`);
  const used = (await response.json()) as { usedBytes: number; rssBytes: number };
  const snapshot = JSON.parse(await readFile(file, 'utf8')) as Snapshot;
  await rm(file);
  return { ...used, counts: countsOf(snapshot) };
}

function countsOf({ snapshot, nodes, strings }: Snapshot): Map<string, number> {
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, nameAt] = [fields.indexOf('type'), fields.indexOf('name')];
  const counts = new Map<string, number>();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at + typeAt] ?? 0] ?? '';
    if (!['object', 'closure', 'regexp', 'native'].includes(type)) continue;
    const name = type === 'object' ? (strings[nodes[at + nameAt] ?? 0] ?? '') : `(${type})`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
