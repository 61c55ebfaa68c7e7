/** The filters of the search as fields: each writes its operator into the text, and shows what the text has. */
import { useId, useState } from 'react';
import { t } from '../../client/text.ts';
import { readDate } from './date-words.ts';
import { personText, type Directory } from './directory.ts';
import { parseSearch, valueIn, withPart } from './parse-search.ts';
import { quote } from './write-search.ts';

interface FilterPanelProps {
  text: string;
  directory: Directory;
  onChange: (text: string) => void;
}

/** The kinds of messages that the panel offers, as they are written. */
const kinds = () =>
  [
    ['has:link', t('With a link')],
    ['has:image', t('With an image')],
    ['has:attachment', t('With a file')],
    ['has:reaction', t('With a reaction')],
    ['is:starred', t('Starred')],
    ['is:unread', t('Unread')],
    ['is:mentioned', t('Mentions of you')],
    ['is:dm', t('Direct messages')],
  ] as const;

export function FilterPanel({ text, directory, onChange }: FilterPanelProps) {
  const { users, channels } = directory;
  const write = (operators: readonly string[], written: string): void =>
    onChange(withPart(text, operators, written, directory));
  const kindOf = ['has', 'is'].flatMap((name) => {
    const value = valueIn(text, [name], directory);
    const [term] = value === undefined ? [] : parseSearch(`${name}:${quote(value)}`, directory).narrow;
    return term === undefined || term.negated === true ? [] : [`${term.operator}:${String(term.operand)}`];
  });
  const kind = kinds().find(([written]) => kindOf.includes(written))?.[0] ?? '';
  const id = useId();
  return (
    <fieldset className="search-filters" id="search-filters">
      <legend className="visually-hidden">{t('Filters')}</legend>
      <NameFilter
        label={t('From')}
        placeholder={t('Anyone')}
        value={valueIn(text, ['from'], directory) ?? ''}
        names={users.map((user) => personText(user))}
        onName={(name) => write(['from'], name === '' ? '' : `from:${quote(name)}`)}
      />
      <NameFilter
        label={t('In')}
        placeholder={t('Anywhere')}
        value={valueIn(text, ['in', 'channel'], directory) ?? ''}
        names={[...channels.map(({ name }) => `#${name}`), ...users.map((user) => `@${personText(user)}`)]}
        onName={(name) => write(['in', 'channel'], name === '' ? '' : `in:${quote(name)}`)}
      />
      {(['since', 'until'] as const).map((operator) => (
        <div key={operator} className="search-filter">
          <label htmlFor={`${id}-${operator}`}>{operator === 'since' ? t('First day') : t('Last day')}</label>
          <input
            id={`${id}-${operator}`}
            className="input"
            type="date"
            value={dayIn(text, operator, directory)}
            onChange={({ currentTarget: { value } }) => write([operator], value === '' ? '' : `${operator}:${value}`)}
          />
        </div>
      ))}
      <div className="search-filter">
        <label htmlFor={`${id}-kind`}>{t('Kind')}</label>
        <select
          id={`${id}-kind`}
          className="input"
          value={kind}
          onChange={({ currentTarget: { value } }) => write(['has', 'is'], value)}
        >
          <option value="">{t('Any message')}</option>
          {kinds().map(([written, label]) => (
            <option key={written} value={written}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}

/** @returns the one day that an operator names, for a field of dates; empty for a month, or for none. */
function dayIn(text: string, operator: 'since' | 'until', directory: Directory): string {
  const day = readDate(valueIn(text, [operator], directory) ?? '', directory.today);
  return day !== null && /^\d{4}-\d\d-\d\d$/.test(day) ? day : '';
}

interface NameFilterProps {
  label: string;
  placeholder: string;
  value: string;
  names: readonly string[];
  onName: (name: string) => void;
}

/** A name of many: written into the search when it is one of them, or when the field is left. */
function NameFilter({ label, placeholder, value, names, onName }: NameFilterProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const change = (name: string): void => {
    const isName = name === '' || names.includes(name);
    setTyped(isName ? undefined : name);
    if (isName) onName(name);
  };
  return (
    <div className="search-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="text"
        list={`${id}-names`}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed ?? value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => {
          if (typed !== undefined) onName(typed.trim());
          setTyped(undefined);
        }}
      />
      <datalist id={`${id}-names`}>
        {names.slice(0, mostNames).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}

/** More than a browser lists well; the text field above finds the others. */
const mostNames = 500;
