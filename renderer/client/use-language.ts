/** Redraws of memoized components when the language changes; all others are redrawn by their page. */
import { useSyncExternalStore } from 'react';
import { currentLanguage, onLanguageChange } from './text.ts';

/** @returns the tag of the language, for what is remembered of sentences. */
export const useLanguage = (): string => useSyncExternalStore(onLanguageChange, currentLanguage);
