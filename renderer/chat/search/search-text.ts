/** What the search says of its terms and problems, in words. */
import { t } from '../../client/text.ts';
import type { SearchProblem } from './parse-search.ts';

/** @param hasRest something else is searched. */
export function problemText(problem: SearchProblem, hasRest: boolean): string {
  const said = saidOf(problem);
  return hasRest
    ? t('{{problem}}. The other terms are searched.', { problem: said })
    : t('{{problem}}.', { problem: said });
}

function saidOf(problem: SearchProblem): string {
  switch (problem.kind) {
    case 'unknown-operator':
      return t('Unknown filter “{{name}}:”', { name: problem.operator });
    case 'unknown-person':
      return t('No user named “{{name}}”', { name: problem.name });
    case 'several-people':
      return t('Several users are named “{{name}}”. Choose one below', { name: problem.name });
    case 'unknown-channel':
      return t('No channel named “{{name}}”', { name: problem.name });
    case 'unknown-value':
      return t('“{{value}}” is not a value of “{{operator}}:”', { operator: problem.operator, value: problem.value });
  }
}

/** What an operator with its value looks for. */
export function valueText(operator: string, value: string): string {
  const said: Readonly<Record<string, string>> = {
    'is:dm': t('in direct messages'),
    'is:mentioned': t('that mention you'),
    'is:starred': t('that you starred'),
    'is:unread': t('that are unread'),
    'is:followed': t('in topics you follow'),
    'is:resolved': t('in resolved topics'),
    'is:alerted': t('with your alert words'),
    'is:muted': t('in muted conversations'),
    'has:link': t('with a link'),
    'has:image': t('with an image'),
    'has:attachment': t('with a file'),
    'has:reaction': t('with a reaction'),
    'in:home': t('in unmuted conversations'),
    'in:all': t('everywhere'),
  };
  return said[`${operator}:${value}`] ?? value;
}
