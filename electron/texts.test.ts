/** Sentences of the desktop app in the language of the system. */
import { afterEach, expect, it } from 'vitest';
import { menuTemplate } from './menu-template.ts';
import { systemLanguage, t, useSystemLanguage } from './texts.ts';

afterEach(() => useSystemLanguage([]));

it('answers in the first language of the system that has translations', () => {
  useSystemLanguage(['tlh', 'de_AT.UTF-8', 'fr-FR']);
  expect([t('Quit Hearth'), systemLanguage()]).toEqual(['Hearth beenden', { language: 'de', direction: 'ltr' }]);
  useSystemLanguage(['ar-EG']);
  expect(systemLanguage()).toEqual({ language: 'ar', direction: 'rtl' });
});

it('answers in English in every other language, and where the system names none', () => {
  for (const tags of [['tlh'], ['C'], ['POSIX'], []]) {
    useSystemLanguage(tags);
    expect([t('Quit Hearth'), systemLanguage().language]).toEqual(['Quit Hearth', 'en']);
  }
});

it('has menus in the language of the system', () => {
  useSystemLanguage(['fr-CA']);
  const facts = { platform: 'linux', isRunning: true, canUpdate: true, isPackaged: true } as const;
  const labels = menuTemplate(facts, {} as Parameters<typeof menuTemplate>[1]).map(({ label }) => label);
  expect(labels).toContain('&Fichier');
});
