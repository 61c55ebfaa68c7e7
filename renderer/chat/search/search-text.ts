/** What the search says of its terms and problems, in words. */
import { t } from '../../client/text.ts';
import type { SearchProblem } from './parse-search.ts';

/** @param hasRest something else is searched. */
export function problemText(problem: SearchProblem, hasRest: boolean): string {
  const said = saidOf(problem);
  return hasRest ? t('{{problem}}; the rest is searched.', { problem: said }) : t('{{problem}}.', { problem: said });
}

function saidOf(problem: SearchProblem): string {
  switch (problem.kind) {
    case 'unknown-operator':
      return t('“{{name}}:” is no operator of the search', { name: problem.operator });
    case 'unknown-person':
      return t('No one person is called “{{name}}”', { name: problem.name });
    case 'several-people':
      return t('Several people are called “{{name}}”: choose one below', { name: problem.name });
    case 'unknown-channel':
      return t('No channel is called “{{name}}”', { name: problem.name });
    case 'unknown-value':
      return t('“{{operator}}:” does not know “{{value}}”', { operator: problem.operator, value: problem.value });
  }
}

/** What an operator with its value looks for. */
export function valueText(operator: string, value: string): string {
  const said: Readonly<Record<string, string>> = {
    'is:dm': t('in direct messages'),
    'is:mentioned': t('that mention you'),
    'is:starred': t('that you starred'),
    'is:unread': t('that you have not read'),
    'is:followed': t('in topics you follow'),
    'is:resolved': t('in resolved topics'),
    'is:alerted': t('with your alert words'),
    'is:muted': t('in what you muted'),
    'has:link': t('that have a link'),
    'has:image': t('that have a picture'),
    'has:attachment': t('that have a file'),
    'has:reaction': t('that have a reaction'),
    'in:home': t('in what is not muted'),
    'in:all': t('everywhere'),
  };
  return said[`${operator}:${value}`] ?? value;
}
