/** The source tree as the laws read it: every file with its text and its imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export interface Import {
  /** A path from the root for our own files, a package name otherwise. */
  target: string;
  isOwn: boolean;
  isTypeOnly: boolean;
}

export interface SourceFile {
  /** From the root, with "/" between folders. */
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

const folders = ['server', 'renderer', 'electron', 'e2e'];
/** Written by server/tools/endpoints.mjs. */
export const generated: ReadonlySet<string> = new Set([
  'server/api/index.ts',
  'server/contract/api.ts',
  'server/contract/types.ts',
]);

/** Every TypeScript file of ours. */
export function sourceFiles(): SourceFile[] {
  return folders.flatMap((folder) => listed(join(root, folder))).map(readSource);
}

function listed(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function readSource(file: string): SourceFile {
  const path = relative(root, file).split(sep).join('/');
  const text = readFileSync(file, 'utf8');
  return { path, text, lines: generated.has(path) ? 0 : text.split('\n').length - 1, imports: importsOf(path, text) };
}

function importsOf(path: string, text: string): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?((?:[^'";]*?)\s+from\s+)?['"]([^'"]+)['"]/gm);
  const named = [...statements].map(([, type, names = '', target = '']) => {
    // `import { type A, type B }` brings nothing at run time either.
    const listedNames =
      /\{([^}]*)\}/
        .exec(names)?.[1]
        ?.split(',')
        .map((name) => name.trim())
        .filter(Boolean) ?? [];
    const onlyTypes =
      listedNames.length > 0 && /^\s*\{/.test(names) && listedNames.every((name) => name.startsWith('type '));
    return imported(path, target, type !== undefined || onlyTypes);
  });
  // What is loaded later, and types that are named where they are used.
  const inline = text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g);
  return [...named, ...[...inline].map(([, target = '']) => imported(path, target, false))];
}

function imported(path: string, target: string, isTypeOnly: boolean): Import {
  const isOwn = target.startsWith('.');
  return { target: isOwn ? posix.normalize(posix.join(dirname(path), target)) : target, isOwn, isTypeOnly };
}

export const isTest = ({ path }: { path: string }): boolean =>
  /\.(test|spec|facts)\.tsx?$/.test(path) || /^server\/(testing|laws|spec)\//.test(path);
