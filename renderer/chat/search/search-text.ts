/** Texts for search terms and problems. */
import { t } from '../../client/text.ts';
import type { Narrow } from '../routing/narrow.ts';
import { dateTitle } from '../routing/term-title.ts';
import type { Directory } from './directory.ts';
import { operatorList, operatorNamed, valueList } from './operators.ts';
import type { SearchProblem } from './parse-search.ts';

/** @param hasRest something else is searched. */
export function problemText(problem: SearchProblem, hasRest: boolean): string {
  const said = saidOf(problem);
  return hasRest ? t('{{problem}} The other terms are searched.', { problem: said }) : said;
}

function saidOf(problem: SearchProblem): string {
  switch (problem.kind) {
    case 'unknown-operator':
      return t('Unknown filter “{{name}}:”. Known filters: {{list}}.', {
        name: problem.operator,
        list: operatorList(),
      });
    case 'not-negated':
      return t('“{{name}}:” cannot be excluded. Use -in: or -from: instead.', { name: problem.operator });
    case 'unknown-person':
      return t('No user named “{{name}}”.', { name: problem.name });
    case 'several-people':
      return t('“{{name}}” can mean several users. Choose one.', { name: problem.name });
    case 'unknown-channel':
      return t('No channel named “{{name}}”.', { name: problem.name });
    case 'unknown-date':
      return t('“{{value}}” is not a date. Examples: 2026-11-27, 2026-11, yesterday, last week, 3 days ago.', {
        value: problem.value,
      });
    case 'unknown-id':
      return t('“{{operator}}:” needs a message ID.', { operator: problem.operator });
    case 'unknown-value':
      return t('“{{value}}” is not a value of “{{operator}}:”. Known values: {{list}}.', {
        operator: problem.operator,
        value: problem.value,
        list: valueList(operatorNamed(problem.operator)?.values ?? []),
      });
  }
}

/** @returns what is to be known of the people and channels that are searched: who left or is muted, and what is archived. */
export function notesOn(narrow: Narrow, { users, channels }: Directory): string[] {
  const sought = narrow.filter(({ negated }) => negated !== true);
  const ids = (operators: readonly string[]): number[] =>
    sought
      .filter(({ operator }) => operators.includes(operator))
      .flatMap(({ operand }): readonly unknown[] => (typeof operand === 'object' ? operand : [operand]))
      .filter((id) => typeof id === 'number');
  const people = ids(['sender', 'dm', 'dm-including']).flatMap((id) => users.find((user) => user.id === id) ?? []);
  const places = ids(['channel']).flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
  return [
    ...people.flatMap(({ name, isGone, isMuted }) => [
      ...(isGone === true
        ? [t('{{name}} is deactivated. You can read earlier messages, but not send new ones.', { name })]
        : []),
      ...(isMuted === true ? [t('You muted {{name}}.', { name })] : []),
    ]),
    ...places.flatMap(({ name, isArchived }) => (isArchived === true ? [t('#{{name}} is archived.', { name })] : [])),
  ];
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
    'is:read': t('that you have read'),
    'is:thread': t('in topics of channels'),
    'is:unmuted': t('in unmuted conversations'),
    'is:unresolved': t('in topics that are not resolved'),
    'has:star': t('that you starred'),
    'has:mention': t('that mention you'),
    'mentions:me': t('that mention you'),
    'to:me': t('that others sent you directly'),
    'channels:public': t('in all public channels'),
    'channels:web-public': t('in channels readable without an account'),
    'in:home': t('in unmuted conversations'),
    'in:all': t('everywhere'),
  };
  const known = said[`${operator}:${value}`];
  if (known !== undefined) return known;
  const date = operatorNamed(operator)?.date;
  if (date === undefined || value === '') return value === '' ? operatorMeans(operator) : value;
  return dateTitle(date, value);
}

/** What an operator is for, while its value is still to be typed. */
function operatorMeans(operator: string): string {
  const said: Readonly<Record<string, string>> = {
    from: t('from a person'),
    in: t('in a channel, or with a person'),
    to: t('sent to a person or a channel'),
    channel: t('in a channel'),
    topic: t('in a topic'),
    dm: t('in direct messages with a person'),
    'dm-including': t('in all direct messages with a person'),
    before: t('before a day'),
    after: t('after a day'),
    since: t('from a day on'),
    until: t('up to a day'),
    on: t('on a day, in a week or a month'),
    has: t('with a link, image or file'),
    is: t('unread, starred, direct'),
    mentions: t('that mention you'),
    channels: t('in all public channels'),
    id: t('by message ID'),
    near: t('around a message'),
  };
  return said[operator] ?? operator;
}
