/** Title of a narrow's term in the header of its view and in the title of the page. Pure. */
import { t } from '../../client/text.ts';
import { dayTitle, isDateOperator, type DateOperator } from './days.ts';
import type { Operand, Term } from './narrow.ts';

export interface TitleNames {
  channel: (id: number) => string | undefined;
  user: (id: number) => string | undefined;
}

const plain = (): Readonly<Record<string, string>> => ({
  'is:mentioned': t('Mentions'),
  'is:starred': t('Starred'),
  'is:dm': t('Direct messages'),
  'is:unread': t('Unread'),
  'is:followed': t('Followed topics'),
  'is:alerted': t('Alert words'),
  'is:resolved': t('Resolved topics'),
  'is:muted': t('Muted'),
  'has:link': t('With links'),
  'has:image': t('With images'),
  'has:attachment': t('With files'),
  'has:reaction': t('With reactions'),
  'in:home': t('Not muted'),
  'in:all': t('Include muted'),
  'channels:public': t('All public channels'),
});

/** @returns a term in the reader's words; one that has none as it is written. */
export function termTitle({ operator, operand, negated }: Term, names: TitleNames): string {
  if (operator === 'search' && negated === true)
    return t('without “{{text}}”', { text: String(operand).replaceAll('"', '') });
  const said = plain()[`${operator}:${String(operand)}`] ?? withOperand(operator, operand, names);
  return negated === true ? t('not {{what}}', { what: said }) : said;
}

function withOperand(operator: Term['operator'], operand: Operand, { channel, user }: TitleNames): string {
  const text = String(operand);
  if (isDateOperator(operator)) return dateTitle(operator, text);
  const ids = typeof operand === 'string' ? [] : typeof operand === 'number' ? [operand] : operand;
  const people = ids.length === 0 ? text : ids.map((id) => user(id) ?? `#${id}`).join(', ');
  switch (operator) {
    case 'channel':
      return `#${(typeof operand === 'number' ? channel(operand) : undefined) ?? text}`;
    case 'sender':
      return t('From {{name}}', { name: people });
    case 'dm':
      return t('With {{names}}', { names: people });
    case 'dm-including':
      return t('Direct messages with {{names}}', { names: people });
    case 'topic':
      return t('Topic {{name}}', { name: text });
    case 'search':
      return t('Search: {{text}}', { text });
    case 'channels':
    case 'has':
    case 'id':
    case 'in':
    case 'is':
    case 'with':
      return `${operator}: ${text}`;
  }
}

/** A condition on the time of sending, with the day as calendars write it. */
export function dateTitle(operator: DateOperator, day: string): string {
  const date = dayTitle(day);
  switch (operator) {
    case 'before':
      return t('before {{date}}', { date });
    case 'after':
      return t('after {{date}}', { date });
    case 'since':
      return t('since {{date}}', { date });
    case 'until':
      return t('until {{date}}', { date });
    case 'on':
      return t('on {{date}}', { date });
  }
}
