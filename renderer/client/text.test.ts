/** Sentences in the language of the page. */
import { afterEach, expect, test } from 'vitest';
import { negotiated } from './language.ts';
import { directionOf, formatCountsBy, onLanguageChange, perLanguage, redrawTexts, setLanguage, t } from './text.ts';

afterEach(() => setLanguage('en', {}));

const people = (count: number): string => t('{{count}} people', { count, defaultValue_one: '{{count}} person' });

test('shows English without a language, with its plural forms', () => {
  expect(t('Send it. Now: yes')).toBe('Send it. Now: yes');
  expect([1, 2].map(people)).toEqual(['1 person', '2 people']);
});

test('switches the language at once, and shows in English what is not translated', () => {
  expect(t('Send')).toBe('Send');
  setLanguage('de', {
    Send: 'Senden',
    Later: '',
    '{{count}} people_one': 'eine Person',
    '{{count}} people_other': '{{count}} Personen',
  });
  expect([t('Send'), t('Later'), t('Never'), people(1), people(3)]).toEqual([
    'Senden',
    'Later',
    'Never',
    'eine Person',
    '3 Personen',
  ]);
  setLanguage('en', {});
  expect(t('Send')).toBe('Send');
});

test('uses all six plural forms of Arabic', () => {
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'];
  setLanguage('ar', Object.fromEntries(forms.map((form) => [`{{count}} people_${form}`, form])));
  expect([0, 1, 2, 3, 11, 100].map(people)).toEqual(forms);
  expect(directionOf('ar')).toBe('rtl');
});

test('takes the meaning that a context names, and the plain sentence where a language has one for both', () => {
  const open = (context: string): string => t('Open', { context });
  setLanguage('de', { Open: 'Öffnen', Open_adjective: 'Offen' });
  expect([open('adjective'), open('verb'), t('Open')]).toEqual(['Offen', 'Öffnen', 'Öffnen']);
});

test('looks a sentence up once for the same values, and again after its language or its form changed', () => {
  let written = 0;
  const count = (form: string) => (value: number) => {
    written += 1;
    return `${form}${value}`;
  };
  formatCountsBy(count('+'));
  expect([people(5000), people(5000), people(6000)]).toEqual(['+5000 people', '+5000 people', '+6000 people']);
  expect(written).toBe(2);
  redrawTexts();
  expect([people(5000), written]).toEqual(['+5000 people', 3]);
  setLanguage('de', { '{{count}} people_other': '{{count}} Personen' });
  expect(people(5000)).toBe('+5000 Personen');
  formatCountsBy(String);
  expect(people(5000)).toBe('5000 Personen');
});

test('makes a table once for each language', () => {
  const table = perLanguage(() => ({ send: t('Send') }));
  const before = table();
  expect(table()).toBe(before);
  const seen: string[] = [];
  const end = onLanguageChange(() => void seen.push(table().send));
  setLanguage('de', { Send: 'Senden' });
  end();
  setLanguage('en', {});
  expect(seen).toEqual(['Senden']);
  expect(table().send).toBe('Send');
});

test('chooses the first language that there is, by the parts of its tag', () => {
  const known = ['en', 'de', 'pt', 'zh-hans'];
  expect(negotiated(['pt-BR'], known)).toBe('pt');
  expect(negotiated(['it', 'de-AT', 'en'], known)).toBe('de');
  expect(negotiated(['zh-Hans-CN'], known)).toBe('zh-hans');
  expect(negotiated(['zh_Hans'], known)).toBe('zh-hans');
  expect([[], ['tlh'], ['']].map((tags) => negotiated(tags, known))).toEqual(['en', 'en', 'en']);
});
