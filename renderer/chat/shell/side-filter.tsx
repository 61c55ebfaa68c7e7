/** The field that finds a conversation in the sidebar: Enter opens the first one, Esc shows all again. */
import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';
import { t } from '../../client/text.ts';
import { markLandmark } from '../kit/landmarks.ts';

interface SideFilterProps {
  words: string;
  onChange: (words: string) => void;
  /** The list that it filters. */
  list: RefObject<HTMLElement | null>;
}

export function SideFilter({ words, onChange, list }: SideFilterProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => (field.current === null ? undefined : markLandmark('side-filter', field.current)), []);
  const first = (): HTMLElement | null => list.current?.querySelector<HTMLElement>('.side-item a') ?? null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && words !== '') {
      first()?.click();
      onChange('');
    } else if (event.key === 'ArrowDown') first()?.focus();
    else if (event.key === 'Escape' && words !== '') {
      event.stopPropagation();
      onChange('');
    } else return;
    event.preventDefault();
  };
  return (
    <input
      ref={field}
      className="side-filter"
      type="search"
      aria-label={t('Filter the sidebar')}
      placeholder={t('Filter channels and people')}
      title={t('Filter the sidebar')}
      autoComplete="off"
      spellCheck={false}
      value={words}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
