/**
 * Sentences of the pages as modules of the build: `virtual:sentences/PAGE` has a loader for each language, whose module has the sentences of
 * the page and those that all pages share, so that a language costs one request. A broken file of a language fails the build.
 */
import type { Plugin } from 'vite';
import { parts, problemsOfFiles, readLanguageFile, readLanguages, type Part } from './language-files.ts';

const prefix = 'virtual:sentences/';

/** @param root the folder of the sources */
export function sentencesOfPages(root: string): Plugin {
  return {
    name: 'hearth:sentences',
    buildStart() {
      const [first, ...more] = problemsOfFiles(root).map(({ path, line, message }) => `${path}:${line}: ${message}`);
      if (first !== undefined) this.error([first, ...more].join('\n'));
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const [page, tag] = id.slice(prefix.length + 1).split('/');
      const part = parts.find((one) => one === page);
      if (part === undefined) this.error(`${id} is no part of the languages: ${parts.join(', ')}`);
      return tag === undefined ? loaders(root, part) : sentences(root, part, tag);
    },
  };
}

/** The parts that pages show: a language without any of them is not offered. */
const shown = ['chat', 'console', 'pages'] as const;

const hasTranslations = (root: string, tag: string): boolean =>
  shown.some((part) => readLanguageFile(root, tag, part).entries.some(({ text }) => text !== ''));

const loaders = (root: string, part: Part): string =>
  `export const sentences = {${readLanguages(root)
    .filter(({ tag }) => hasTranslations(root, tag))
    .map(({ tag }) => `${JSON.stringify(tag)}: async () => (await import('${prefix}${part}/${tag}')).default`)
    .join(', ')}};`;

function sentences(root: string, part: Part, tag: string): string {
  const entries = [...readLanguageFile(root, tag, 'pages').entries, ...readLanguageFile(root, tag, part).entries];
  const texts = Object.fromEntries(entries.flatMap(({ key, text }) => (text === '' ? [] : [[key, text]])));
  return `export default ${JSON.stringify(texts)};`;
}
