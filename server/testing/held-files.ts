/** Files that another program holds: each kind of operation on a file fails for a moment after its first try, as on Windows. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const kinds = ['open', 'rename', 'rm', 'unlink', 'link', 'copyFile', 'readFile', 'writeFile', 'appendFile'] as const;
/** Only where they are awaited: a start looks at single files without a second try. */
const awaitedKinds = ['stat', 'lstat', 'readdir'] as const;

/**
 * Holds every file below a folder from here on, in this process.
 * @param ms for so long after the first try of an operation on a path. @param code that the system reports. @returns the operations that were refused, and what ends it
 */
export function holdFiles(folder: string, ms: number, code = 'EBUSY'): { refused: string[]; release: () => void } {
  const firsts = new Map<string, number>();
  const refused: string[] = [];
  // Node keeps the functions with which it removes a folder from the first time on: not those that are put in here.
  fs.rmSync(`${folder}-missing`, { recursive: true, force: true });
  const check = (kind: string, path: unknown): void => {
    if (!String(path).startsWith(folder)) return;
    const key = `${kind} ${String(path)}`;
    const first = firsts.get(key) ?? performance.now();
    firsts.set(key, first);
    if (performance.now() - first >= ms) return;
    if (!refused.includes(key)) refused.push(key);
    throw Object.assign(new Error(`${code}: resource busy or locked, ${key}`), { code, syscall: kind, path });
  };
  const restore = kinds.map((kind) => {
    const now = `${kind}Sync` as const;
    const before = { [kind]: fs[kind], [now]: fs[now] };
    const promised = { [kind]: fs.promises[kind] };
    Object.assign(fs, { [now]: guarded(before[now], kind) });
    Object.assign(fs, {
      [kind]: (...args: unknown[]): unknown => {
        try {
          check(kind, args[0]);
        } catch (error) {
          return process.nextTick(args.at(-1) as () => void, error);
        }
        return Reflect.apply(before[kind] as () => unknown, fs, args);
      },
    });
    Object.assign(fs.promises, {
      [kind]: async (...args: unknown[]): Promise<unknown> => {
        check(kind, args[0]);
        return Reflect.apply(promised[kind] as () => unknown, fs.promises, args);
      },
    });
    return (): void => {
      Object.assign(fs, before);
      Object.assign(fs.promises, promised);
    };
  });
  for (const kind of awaitedKinds) {
    const promised = { [kind]: fs.promises[kind] };
    Object.assign(fs.promises, {
      [kind]: async (...args: unknown[]): Promise<unknown> => {
        check(kind, args[0]);
        return Reflect.apply(promised[kind] as () => unknown, fs.promises, args);
      },
    });
    restore.push(() => void Object.assign(fs.promises, promised));
  }
  function guarded(run: unknown, kind: string) {
    return (...args: unknown[]): unknown => {
      check(kind, args[0]);
      return Reflect.apply(run as () => unknown, fs, args);
    };
  }
  syncBuiltinESMExports();
  return {
    refused,
    release() {
      for (const one of restore) one();
      syncBuiltinESMExports();
    },
  };
}
