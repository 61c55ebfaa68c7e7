/**
 * Texts of the demo in one language: conversations, names, descriptions and files. English is in transcripts/, every other language in
 * resources/languages/TAG/demo, with the same files line for line (server/laws/demo-texts.test.ts): so ids do not depend on the language.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFile, readdir } from '../file-access.ts';
import { knownLanguages, knownTag, languagesFolder } from '../texts.ts';
import { english } from '../translation.ts';
import { cast, isPersonKey } from './cast.ts';
import { pools, several } from './script.ts';

const englishFolder = fileURLToPath(new URL('./transcripts', import.meta.url));

/** @param tag a language of the demo. @returns the folder of its texts. */
const demoTextsFolder = (tag: string): string => (tag === english ? englishFolder : join(languagesFolder, tag, 'demo'));

/** @returns the tags of the languages that the demo has texts in. */
export const demoLanguages = (): string[] =>
  knownLanguages.filter((tag) => existsSync(join(demoTextsFolder(tag), 'office.txt')));

/** @returns a language of the demo by the parts of a tag: `de-AT` is `de`; undefined where there is none. */
export const demoLanguage = (tag: string): string | undefined => knownTag(tag, demoLanguages());

export class DemoTexts {
  readonly language: string;
  readonly #files: ReadonlyMap<string, string>;
  /** Texts of office.txt by section, then by key. */
  readonly #office: ReadonlyMap<string, ReadonlyMap<string, string>>;

  /** @param files contents by name, without ".txt". */
  constructor(language: string, files: ReadonlyMap<string, string>) {
    this.language = language;
    this.#files = files;
    this.#office = readOffice(this.file('office'));
  }

  /** @param name of a file, without ".txt". @throws Error when it is missing. */
  file(name: string): string {
    const text = this.#files.get(name);
    if (text === undefined) throw new Error(`${name}.txt of the demo is missing in language ${this.language}`);
    return text;
  }

  /** @returns a text of office.txt. @throws Error when it is missing. */
  text(section: string, key: string): string {
    const text = this.#office.get(section)?.get(key);
    if (text === undefined) throw new Error(`office.txt has no "${key}" in section "${section}"`);
    return text;
  }

  /** @returns a text of office.txt that has two parts, "name | description"; the second is empty where there is one only. */
  pair(section: string, key: string): { name: string; description: string } {
    return pairOf(this.text(section, key));
  }

  /** @returns the pairs of a section, in their order. */
  pairs(section: string): { name: string; description: string }[] {
    return [...(this.#office.get(section)?.values() ?? [])].map(pairOf);
  }

  /** @returns the name of a channel; the key where texts do not name it, as in the edge cases. */
  channel(key: string): string {
    const text = this.#office.get('channels')?.get(key);
    return text === undefined ? key : pairOf(text).name;
  }

  /** @returns a text as it is sent: names in place of @key and @_key, and of channels and groups, which texts name by their keys. */
  written(text: string): string {
    const groups = this.#office.get('groups');
    return text
      .replaceAll(/@(_?)([a-z]+)\b/g, (whole, silent: string, key: string) =>
        isPersonKey(key) ? `@${silent}**${cast[key].name}**` : whole,
      )
      .replaceAll(/@\*([a-z-]+)\*/g, (whole, key: string) => {
        const group = groups?.get(key);
        return group === undefined ? whole : `@*${pairOf(group).name}*`;
      })
      .replaceAll(/#\*\*([a-z-]+)(?=>|\*\*)/g, (_, key: string) => `#**${this.channel(key)}`);
  }
}

function pairOf(text: string): { name: string; description: string } {
  const at = text.indexOf(' | ');
  return at === -1 ? { name: text, description: '' } : { name: text.slice(0, at), description: text.slice(at + 3) };
}

function readOffice(text: string): Map<string, Map<string, string>> {
  const entryOf = (line: string): [string, string] => {
    const at = line.indexOf(': ');
    return [line.slice(0, at), several(line.slice(at + 2))];
  };
  return new Map([...pools(text)].map(([section, lines]) => [section, new Map(lines.map(entryOf))]));
}

/** @param language a tag of `demoLanguages`. */
export async function readDemoTexts(language: string): Promise<DemoTexts> {
  const folder = demoTextsFolder(language);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt'));
  const files = await Promise.all(
    names.map(async (name) => [name.slice(0, -4), await readFile(join(folder, name), 'utf8')] as const),
  );
  return new DemoTexts(language, new Map(files));
}
