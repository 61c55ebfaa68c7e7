/** Alert words of the caller. */
import { z } from 'zod';
import * as alertWords from '../domain/users/alert-words.ts';
import { listOf } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'One’s own account';

const params = { alert_words: listOf(z.string(), { max: 1000 }).describe('Words or phrases.') };

export const listAlertWords = endpoint({
  method: 'GET',
  path: '/users/me/alert_words',
  access: 'authenticated',
  summary: 'Your alert words.',
  params: {},
  run: ({ read }) => read(({ db, user }) => ({ alert_words: alertWords.alertWordsOf(db, user.id) })),
});

export const addAlertWords = endpoint({
  method: 'POST',
  path: '/users/me/alert_words',
  access: 'authenticated',
  summary: 'Add alert words; answers with all of them.',
  params,
  run: ({ write, params: { alert_words: words } }) =>
    write((acting) => ({ alert_words: alertWords.addAlertWords(acting, words) })),
});

export const removeAlertWords = endpoint({
  method: 'DELETE',
  path: '/users/me/alert_words',
  access: 'authenticated',
  summary: 'Remove alert words; answers with those that are left.',
  params,
  run: ({ write, params: { alert_words: words } }) =>
    write((acting) => ({ alert_words: alertWords.removeAlertWords(acting, words) })),
});
