/** Errors in other languages: every refusal that a test of the specification provokes has a translation, without English in it. */
import { afterAll, beforeAll } from 'vitest';
import { texts, textsOfClients } from '../texts.ts';

let isRequired = false;
const checked = new Set<string>();
/** Words that no Japanese or Arabic sentence has, but in what a user or a program has written. */
const english = /(?:^|\s)(?:the|is|are|not|of|to|must|cannot|was|has|and|it|you|your)\s/;

/** @returns what is wrong with the translations of an error's message; undefined when nothing is. */
function untranslatedPart(message: string): string | undefined {
  if (textsOfClients.has(message) || !/\p{L}{2}/u.test(message)) return undefined;
  for (const tag of ['de', 'ja', 'ar']) {
    const text = texts.ofError(message, tag);
    if (text === message) return `no translation into ${tag}: ${message}`;
    if (tag !== 'de' && english.test(text)) return `English in ${tag}: ${text}`;
  }
  return undefined;
}

/** In the tests of the file that calls it, an answer of an error that lacks a translation fails the test that gets it. */
export function requireTranslations(): void {
  // Files share this module with all others of their process.
  beforeAll(() => {
    isRequired = true;
  });
  afterAll(() => {
    isRequired = false;
  });
}

/** Called with the body of each answer. @throws Error naming the error that is not translated */
export function checkLanguages(body: Readonly<Record<string, unknown>>): void {
  if (!isRequired || body['result'] !== 'error' || typeof body['msg'] !== 'string' || checked.has(body['msg'])) return;
  checked.add(body['msg']);
  const wrong = untranslatedPart(body['msg']);
  if (wrong !== undefined) throw new Error(`${String(body['code'])}: ${wrong}`);
}
