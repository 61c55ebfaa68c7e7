/** Names of keys as they are printed on keyboards of the reader's language: "Strg" on a German one. Letters and signs are the same. */
import { perLanguage, t } from './text.ts';

const names = perLanguage((): Readonly<Record<string, string>> => ({
  Alt: t('Alt'),
  Ctrl: t('Ctrl'),
  End: t('End'),
  Enter: t('Enter'),
  Esc: t('Esc'),
  Home: t('Home'),
  PgDn: t('PgDn'),
  PgUp: t('PgUp'),
  Shift: t('Shift'),
  Space: t('Space'),
  Tab: t('Tab'),
}));

/** @returns the name of one key. */
export const keyName = (key: string): string => names()[key] ?? key;

/** @returns keys with spaces between them ("Ctrl K"), each by its name. */
export const keyNames = (keys: string): string => keys.split(' ').map(keyName).join(' ');
