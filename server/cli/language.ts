/** Language of the command line: that of the system, or of HEARTH_LANGUAGE, which the desktop app sets for the server that it starts. */
import { languageOf, readingIn, type Say } from '../texts.ts';

/**
 * @param environment the first that is not empty counts: HEARTH_LANGUAGE, LC_ALL, LC_MESSAGES, LANG (POSIX 8.2: "de_DE.UTF-8", "C")
 * @param ofSystem tag of the language that the runtime got from the system, where the environment names none, as on Windows
 * @returns a language that has texts; English for any other
 */
export function languageFrom(environment: Readonly<Record<string, string | undefined>>, ofSystem: string): string {
  const named = ['HEARTH_LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG']
    .map((name) => environment[name] ?? '')
    .find((value) => value !== '');
  // Without the encoding and the variant ("de_DE.UTF-8@euro").
  return languageOf((named ?? ofSystem).replace(/[.@].*$/, '').replaceAll('_', '-'));
}

/** The language of this process's output. */
export const cliLanguage = languageFrom(process.env, Intl.DateTimeFormat().resolvedOptions().locale);

const reading = readingIn(cliLanguage);

/** Says a sentence in the language of the command line. */
export const t: Say = reading.t;

/** Translates the message of an error for the command line. */
export const { ofError } = reading;
