/** Translation of `describeLacking` texts about uploaded files that are not on disk as recorded. Pure. */
import type { Say } from '../../texts.ts';

/** @param lacking as a backup keeps it, such as "1 file is missing, 2 files are shorter than they were" or without the second "files" */
export function sayLackingCounts(lacking: string, t: Say): string {
  const parts = [...lacking.matchAll(/(\d+)(?: files?)? (?:is|are) (missing|shorter|longer)/g)];
  return parts.map(([, count, what]) => one(Number(count), String(what), t)).join(', ') || lacking;
}

function one(count: number, what: string, t: Say): string {
  if (what === 'missing')
    return t('{{count}} files are missing', { count, defaultValue_one: '{{count}} file is missing' });
  return what === 'shorter'
    ? t('{{count}} files are shorter than they were', {
        count,
        defaultValue_one: '{{count}} file is shorter than it was',
      })
    : t('{{count}} files are longer than they were', {
        count,
        defaultValue_one: '{{count}} file is longer than it was',
      });
}
