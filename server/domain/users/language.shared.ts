/** The language in which the server writes to one user: mails and direct messages of its bots, and what the console shows. */
import { readingIn, type Reading } from '../../texts.ts';
import type { UserRow } from './rows.ts';
import { settingOf } from './settings.shared.ts';

/** @returns the sentences for a user, by the setting `default_language`. */
export const readingOf = (user: UserRow): Reading => readingIn(settingOf(user, 'default_language'));
