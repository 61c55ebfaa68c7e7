/** Circles of imports: files that cannot be read, moved or tested one without the other. Imports of types count. */
import type { SourceFile } from './tree.ts';

/** @param rooms folders from the root, e.g. "renderer"; imports out of them are passed over. @returns a circle of each knot of files. */
export function circlesAmong(
  files: readonly Pick<SourceFile, 'path' | 'imports'>[],
  rooms: readonly string[],
): string[] {
  const looked = files.filter(({ path }) => rooms.some((room) => path.startsWith(`${room}/`)));
  const known = new Set(looked.map(({ path }) => path));
  const importsOf = new Map(
    looked.map(({ path, imports }) => [
      path,
      imports.map(({ target }) => target).filter((target) => known.has(target)),
    ]),
  );
  const told = new Set<string>();
  const found: string[] = [];
  for (const path of known) {
    if (told.has(path)) continue;
    const circle = shortestWay(path, importsOf);
    if (circle === undefined) continue;
    for (const one of circle) told.add(one);
    found.push([...circle, path].join(' > '));
  }
  return found;
}

/** @returns the files from one back to itself, without the last; undefined where there is no such way. */
function shortestWay(from: string, importsOf: ReadonlyMap<string, string[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  let reached = [from];
  while (reached.length > 0) {
    const next: string[] = [];
    for (const path of reached) {
      for (const target of importsOf.get(path) ?? []) {
        if (target === from) return wayTo(path, from, cameFrom);
        if (cameFrom.has(target)) continue;
        cameFrom.set(target, path);
        next.push(target);
      }
    }
    reached = next;
  }
  return undefined;
}

function wayTo(end: string, from: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let at = end; at !== from;) {
    at = cameFrom.get(at) ?? from;
    way.unshift(at);
  }
  return way;
}
