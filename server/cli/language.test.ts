/** Language of the command line: chosen by the environment, in help, output and errors; what programs read stays. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programArgs } from '../testing/program.ts';
import { commands } from './commands.ts';
import { languageFrom } from './language.ts';

test.each([
  [{ LANG: 'de_DE.UTF-8' }, 'en-US', 'de'],
  [{ LANG: 'de_DE@euro' }, 'en-US', 'de'],
  [{ LANG: 'ja.UTF-8' }, 'en-US', 'ja'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'fr_CA' }, 'en-US', 'fr'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'fr_CA', LC_ALL: 'es_MX.UTF-8' }, 'en-US', 'es'],
  [{ LANG: 'de_DE.UTF-8', HEARTH_LANGUAGE: 'ar' }, 'en-US', 'ar'],
  [{ LANG: 'C.UTF-8' }, 'de-DE', 'en'],
  [{ LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8' }, 'de-DE', 'en'],
  [{ LANG: 'pt_BR.UTF-8' }, 'de-DE', 'en'],
  [{ LANG: '', LC_ALL: '' }, 'ja-JP', 'ja'],
  [{}, 'de-AT', 'de'],
  [{}, 'tlh', 'en'],
])('%o on a system in %s gives %s', (environment, ofSystem, language) => {
  expect(languageFrom(environment, ofSystem)).toBe(language);
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const run = async (locale: string, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const env = { ...process.env, HEARTH_LANGUAGE: '', LC_ALL: locale };
    const child = execFile(process.execPath, [...programArgs, ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

/** Three words of letters in a row are a sentence, but for what is code. */
const sentence = /(?:\b[a-z]{2,} ){2,}[a-z]{2,}/i;

test('says in help what every flag does, in the language of the system', async () => {
  const { stdout, code } = await run('ja_JP.UTF-8', '--help');
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  const flags = Object.values(commands).flatMap(({ options }) => Object.keys(options));
  const shown = lines.flatMap((line) => /^ {2}--([\w-]+)(?: [A-Z]+)? {2}/.exec(line)?.slice(1) ?? []);
  expect(shown).toEqual(flags);
  expect(lines.filter((line) => sentence.test(line))).toEqual([]);
});

test('refuses in the language of the system, with the same exit code', async () => {
  expect(await run('de_DE.UTF-8', 'serve', '--port', 'http')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'hearth: --port verlangt eine Zahl von 0 bis 65535, nicht „http“.\n',
  });
  expect(await run('fr_FR.UTF-8', 'backup', '--hlep')).toMatchObject({
    code: 1,
    stderr: 'hearth: Option inconnue « --hlep ». Aide : --help.\n',
  });
});

test('names in a refusal of the data folder what was refused, in the language of the system', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-language-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { stderr, code } = await run('es_ES.UTF-8', 'backup', '--data-dir', folder, '--out', join(folder, 'out'));
  expect({ stderr, code }).toEqual({ code: 1, stderr: `hearth: ${folder} no contiene ninguna base de datos.\n` });
});

test('answers programs alike in every language', async () => {
  const { stdout, code } = await run('ar_EG.UTF-8', 'service', 'status', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ isInstalled: expect.any(Boolean), isRunning: expect.any(Boolean) });
});
