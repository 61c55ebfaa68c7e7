/** The language in which the server writes to one user: mails and direct messages of its bots. */
import { texts, type Say } from '../../texts.ts';
import type { UserRow } from './rows.ts';
import { settingOf } from './settings.shared.ts';

/** Sentences for one reader. */
export interface Reading {
  /** Says a sentence in the reader's language. */
  t: Say;
  /** Its tag (BCP 47). */
  language: string;
}

/** @returns the sentences for a user, by the setting `default_language`. */
export function readingOf(user: UserRow): Reading {
  const language = settingOf(user, 'default_language');
  return { t: texts.in(language), language };
}
