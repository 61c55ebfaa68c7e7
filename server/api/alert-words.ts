/** Alert words of the caller. */
import { z } from 'zod';
import { addAlertWords, alertWords, removeAlertWords } from '../domain/users/alert-words.ts';
import { listOf } from '../http/params.ts';
import { endpoint } from './endpoint.ts';

const params = { alert_words: listOf(z.string(), { max: 1000 }).describe('Words or phrases.') };

export const listAlertWordsEndpoint = endpoint({
  method: 'GET',
  path: '/users/me/alert_words',
  access: 'authenticated',
  summary: 'Your alert words.',
  params: {},
  run: ({ read }) => read(({ db, user }) => ({ alert_words: alertWords(db, user.id) })),
});

export const addAlertWordsEndpoint = endpoint({
  method: 'POST',
  path: '/users/me/alert_words',
  access: 'authenticated',
  summary: 'Add alert words; answers with all of them.',
  params,
  run: ({ write, params: { alert_words: words } }) =>
    write((acting) => ({ alert_words: addAlertWords(acting, words) })),
});

export const removeAlertWordsEndpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/alert_words',
  access: 'authenticated',
  summary: 'Remove alert words; answers with those that are left.',
  params,
  run: ({ write, params: { alert_words: words } }) =>
    write((acting) => ({ alert_words: removeAlertWords(acting, words) })),
});
