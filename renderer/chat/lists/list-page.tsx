/** A view that is a page of rows and not a feed: its head stays, its rows scroll, and its heading takes the focus. */
import './lists.css';
import './lists-width.css';
import './recent.css';
import './channels.css';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import { useEntryScroll } from '../store/use-entry-state.ts';
import { goBack } from '../store/way-back.ts';

interface ListPageProps {
  title: string;
  /** One sentence under it. */
  lead?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  isWide?: boolean;
  /** A phone leads back from here. */
  hasBack?: boolean;
  children: ReactNode;
}

export function ListPage({ title, lead, actions, isWide = false, hasBack = false, children }: ListPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEntryScroll(scroller);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div ref={scroller} className="scroll" tabIndex={-1}>
      <div className={`list-page ${isWide ? 'is-wide' : ''}`}>
        <header className="list-title">
          {hasBack && <ToolButton icon="back" label={t('Back')} className="only-phone" onClick={goBack} />}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {actions !== undefined && <div className="list-actions">{actions}</div>}
        </header>
        {lead !== undefined && <p className="list-lead">{lead}</p>}
        {children}
      </div>
    </div>
  );
}

/** Choices of what the page lists, one of which is taken. */
export function Filters<Name extends string>({
  names,
  chosen,
  onChoose,
  children,
}: {
  names: readonly { name: Name; label: string; icon?: 'at' | 'bell' }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** Choices beside these. */
  children?: ReactNode;
}) {
  return (
    <fieldset className="filters" aria-label={t('Show')}>
      {names.map(({ name, label, icon }) => (
        <button key={name} type="button" className="chip" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {icon !== undefined && <LineIcon name={icon} size={15} />}
          {label}
        </button>
      ))}
      {children}
    </fieldset>
  );
}

/** Words that find some of the rows below; which ones, `matches` says. */
export function FindField({
  label,
  words,
  onChange,
}: {
  label: string;
  words: string;
  onChange: (to: string) => void;
}) {
  return (
    <input
      className="input list-find"
      type="search"
      aria-label={label}
      placeholder={label}
      value={words}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** A view with nothing in it: one sentence of fact, one of help, one or two ways on. None ends without one. */
export function EmptyList({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="feed-notice">
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="actions">{children}</div>
    </div>
  );
}

/** In place of a channel that is not there for this reader. */
export function NoChannel() {
  return (
    <EmptyList title={t('Channel not found')} text={t('It may be private or deleted.')}>
      <a className="button" href="#channels">
        {t('Browse channels')}
      </a>
    </EmptyList>
  );
}
