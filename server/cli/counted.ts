/** Numbers of things, in the language of the command line. */
import { t } from './language.ts';

/** Each has its plural forms. */
export const counted = {
  users: (count: number): string => t('{{count}} users', { count, defaultValue_one: '{{count}} user' }),
  bots: (count: number): string => t('{{count}} bots', { count, defaultValue_one: '{{count}} bot' }),
  channels: (count: number): string => t('{{count}} channels', { count, defaultValue_one: '{{count}} channel' }),
  messages: (count: number): string => t('{{count}} messages', { count, defaultValue_one: '{{count}} message' }),
  files: (count: number): string => t('{{count}} files', { count, defaultValue_one: '{{count}} file' }),
};

/** Ends a list that is not shown whole. */
export const andMore = (count: number): string =>
  t('and {{count}} more', { count, defaultValue_one: 'and {{count}} more' });
