/** Law: files are opened, listed, renamed and removed through file-access.ts, which waits for other programs that hold them for a moment. */
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './tree.ts';

/** Files that other programs do not write, or that are not of a disk. */
const allowed: Readonly<Record<string, string>> = {
  'electron/app-log.ts': 'lines wait in memory, and the whole append runs within the helper',
  'electron/service-link.ts': 'is read again until the service responds; another account may never read it',
  'electron/status/status-protocol.ts': "the program's own files",
  'electron/updates/update-feed.ts': "the program's own files",
  'server/file-access.ts': 'the helper',
  'server/cli/last-words.ts': 'the process is ending and must not wait',
  'server/http/static-files.ts': "the program's own files",
  'server/markdown/blocks/processor-time.ts': 'a figure of the kernel',
  'server/markdown/make-emoji-data.ts': 'runs while the project is built',
  'server/network/firewall.ts': "the system's own files",
  'server/network/port-owner.ts': 'figures of the kernel, of which many are refused',
  'server/operations/team-import/make-other-emoji.ts': 'runs while the project is built',
  'server/options.ts': "the program's own files",
  'server/open-file-limit.ts': 'a figure of the kernel',
  'server/spare-descriptors.ts': 'no file of a disk',
  'server/special-files.ts': 'the question that the helper asks before it opens',
  'server/texts.ts': "the program's own files",
  'server/storage/disk.ts': 'blocking calls, each within the helper',
  'server/storage/first-image.ts': "the program's own files",
  'server/storage/migrate.ts': "the program's own files",
  'server/storage/process-identity.ts': 'figures of the kernel',
};

const direct =
  /^(?:open|rename|rm|rmdir|unlink|copyFile|cp|link|readFile|writeFile|appendFile|truncate|utimes|createReadStream|createWriteStream)(?:Sync)?$|^(?:stat|lstat|readdir)$/;
const blocking = /\bretryWhileHeldNow\(\(\) => (\w+Sync)\(/g;

function namesFromFs(text: string): string[] {
  const imports = [...text.matchAll(/^import (\* as \w+|\{[^}]*\}) from '(?:node:)?fs(?:\/promises)?';/gm)];
  return imports.flatMap(([, names = '']) =>
    names.startsWith('*')
      ? ['open']
      : names
          .slice(1, -1)
          .split(',')
          .map((name) => name.trim().split(' as ')[0] ?? ''),
  );
}

test('no module opens, renames or removes files past the helper', () => {
  const product = sourceFiles().filter(
    ({ path }) => /^(electron|server)\//.test(path) && !/^\w+\/(bench|contract|laws|spec|testing|tools)\//.test(path),
  );
  const wrong = product
    .filter((file) => !isTest(file) && !(file.path in allowed))
    .flatMap(({ path, text }) => {
      const within = new Set([...text.matchAll(blocking)].map(([, name]) => name));
      return namesFromFs(text)
        .filter((name) => direct.test(name) && !within.has(name))
        .map((name) => `${path}: ${name}`);
    });
  expect(wrong).toEqual([]);
  const paths = new Set(product.map(({ path }) => path));
  expect(Object.keys(allowed).filter((path) => !paths.has(path))).toEqual([]);
});
