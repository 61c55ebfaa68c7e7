/** Files of a bulk export of Mattermost: below `data/`, under the paths that its records name. */
import type { ZipArchive } from './zip-archive.ts';

export interface MattermostFiles {
  archive: ZipArchive;
  names: ReadonlySet<string>;
}

/** @param path as a record names it. @returns the file's name in the archive; undefined when it is not there */
export function fileOf({ names }: MattermostFiles, path: string): string | undefined {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (plain === '') return undefined;
  return [`data/${plain}`, plain, `data/${plain.replace(/^data\//, '')}`].find((name) => names.has(name));
}
