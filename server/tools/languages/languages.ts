/**
 * `npm run languages`: says for each language which sentences are missing, unused or outdated, and ends with 1 where a file is broken.
 * With a tag it lists them. `--update` writes every file as it should be: missing sentences with an empty text, which pages show in English.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareLanguage, sentencesOfSources, type Comparison } from './compare.ts';
import { demoTags, problemsOfDemo } from './demo-texts.ts';
import { fileOf, fileText, problemsOfFiles, readLanguages } from './language-files.ts';
import type { Problem } from './sentences.ts';

const root = resolve(import.meta.dirname, '../../..');
const help = `npm run languages -- [TAG] [--update] [--find TEXT]
  without options  how many sentences each language lacks
  TAG              lists the missing, unused and outdated sentences of a language, with the places that show them
  --update         writes resources/languages: adds missing sentences with an empty text, removes unused ones
  --find TEXT      lists the places that show sentences with this text
`;

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const placed = ({ path, line, message }: Problem): string => `${path}:${line}: ${message}`;

function update(tag: string, { wanted, unused }: Comparison): void {
  for (const [part, texts] of wanted) {
    const path = join(root, fileOf(tag, part));
    const content = new Map(texts);
    // What was translated of a sentence that is written again helps until the new one is.
    for (const one of unused)
      if (one.part === part && one.text !== '' && one.became !== undefined) content.set(one.key, one.text);
    mkdirSync(dirname(path), { recursive: true });
    if (content.size === 0) rmSync(path, { force: true });
    else writeFileSync(path, fileText(content));
  }
}

function list({ missing, unused }: Comparison): void {
  for (const { key, part, use } of missing) write(`missing   ${part}  ${JSON.stringify(key)}  ${use.path}:${use.line}`);
  for (const { key, part, text, became } of unused)
    if (became === undefined) write(`unused    ${part}  ${JSON.stringify(key)}`);
    else write(`outdated  ${part}  ${JSON.stringify(key)}: ${JSON.stringify(text)}; now ${JSON.stringify(became)}`);
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { update: { type: 'boolean' }, find: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return 0;
  }
  const { uses, problems } = sentencesOfSources(root);
  if (values.find !== undefined) {
    for (const { key, path, line } of uses)
      if (key.includes(values.find)) write(`${path}:${line}  ${JSON.stringify(key)}`);
    return 0;
  }
  const languages = readLanguages(root);
  const [only] = positionals;
  if (only !== undefined && !languages.some(({ tag }) => tag === only)) {
    write(`There is no language "${only}". Add a row to resources/languages/languages.json first.`);
    return 1;
  }
  const broken = problemsOfFiles(root);
  const tags = languages.map(({ tag }) => tag).filter((tag) => only === undefined || tag === only);
  const demo = demoTags(root, tags).flatMap((tag) => problemsOfDemo(root, tag));
  for (const problem of [...problems, ...broken, ...demo]) write(placed(problem));
  // An update would drop what a broken file has.
  if (broken.length > 0) return 1;
  for (const { tag, name } of languages.filter((one) => only === undefined || one.tag === only)) {
    const comparison = compareLanguage(root, tag, uses);
    if (values.update === true) update(tag, comparison);
    if (only !== undefined && values.update !== true) list(comparison);
    const total = [...comparison.wanted.values()].reduce((sum, texts) => sum + texts.size, 0);
    const outdated = comparison.unused.filter(({ became }) => became !== undefined).length;
    write(
      `${tag} (${name}): ${total - comparison.missing.length} of ${total} translated, ${comparison.missing.length} missing, ` +
        `${outdated} outdated, ${comparison.unused.length - outdated} unused`,
    );
  }
  return problems.length + demo.length === 0 ? 0 : 1;
}

process.exitCode = main();
