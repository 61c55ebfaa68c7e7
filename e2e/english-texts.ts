/**
 * English that a page shows in another language: every text and label is noted as it appears, and compared with the English sentences of all
 * parts. A sentence that the language writes as English does is no offence.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';

interface Sentences {
  plain: ReadonlySet<string>;
  patterns: readonly RegExp[];
}

/** Fewer letters of its own, and a sentence with values in it would match texts of users. */
const leastLetters = 8;

/** @returns the English sentences that a language has other words for. */
function englishBeside(language: string): Sentences {
  const folder = join(import.meta.dirname, '../resources/languages', language);
  // Beside the sentences stand the texts of the sample office.
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  const entries = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>),
  );
  const own = new Set(entries.map(([, text]) => text));
  const plain = new Set<string>();
  const patterns: RegExp[] = [];
  for (const [key, text] of entries) {
    const sentence = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
    if (text === sentence || own.has(sentence)) continue;
    // A sentence with elements in it is shown in several texts.
    for (const piece of sentence.split(/<[^>]*>/).map((each) => each.trim())) {
      const parts = piece.split(/\{\{\w+\}\}/);
      const isWhole = piece === sentence;
      if (parts.length === 1 && (isWhole || piece.split(' ').length > 2)) plain.add(piece);
      else if (parts.length > 1 && parts.join('').replaceAll(/[^a-z]/gi, '').length >= leastLetters)
        patterns.push(
          new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`),
        );
    }
  }
  return { plain, patterns };
}

/** Runs in the page: notes each text and label as it appears. */
function noteTexts(): void {
  const noted = new Set<string>();
  Object.assign(window, { notedTexts: noted });
  const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'];
  const look = (node: Node): void => {
    if (node instanceof Text && node.parentElement?.closest('script, style, noscript, .message-body') === null)
      noted.add(node.data.trim());
    if (!(node instanceof Element)) return;
    for (const name of attributes) noted.add(node.getAttribute(name)?.trim() ?? '');
    for (const child of node.childNodes) look(child);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      look(target instanceof Element ? target.cloneNode() : target);
      for (const node of addedNodes) look(node);
    }
    noted.add(document.title);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: attributes });
}

/** Notes what the pages of a context show. */
export const noteShownTexts = (context: BrowserContext): Promise<unknown> => context.addInitScript(noteTexts);

/** @returns the English that a page has shown since it was loaded. */
export async function englishShown(page: Page, language: string): Promise<string[]> {
  const texts = await page.evaluate(() => [...(window as unknown as { notedTexts: Set<string> }).notedTexts]);
  const { plain, patterns } = englishBeside(language);
  return texts.filter((text) => plain.has(text) || patterns.some((pattern) => pattern.test(text)));
}
