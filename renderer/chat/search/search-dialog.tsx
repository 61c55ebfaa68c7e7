/** The search: words and operators, with filters as fields, recent searches, and places and ways to go on offered while one types. Enter takes what is chosen. */
import './search.css';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { keyName } from '../../client/key-names.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
import { showNotice } from '../kit/notices.ts';
import { useHighlighted } from '../kit/use-highlighted.ts';
import { narrowAddress } from '../routing/address.ts';
import type { Narrow } from '../routing/narrow.ts';
import { openChannelOf } from '../store/open-channel.ts';
import { recentOf } from '../store/recent-store.ts';
import { useChat, useChatState, useNames } from '../store/use-chat.ts';
import { goTo, useView } from '../store/use-view.ts';
import type { Meant } from './did-you-mean.ts';
import type { Directory } from './directory.ts';
import { FilterPanel } from './filter-panel.tsx';
import { searchOperators } from './operators.ts';
import { parseSearch, straight, type ParsedSearch, type SearchProblem } from './parse-search.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import { addressOf, rowKey, SearchRows, type Row } from './search-rows.tsx';
import { problemText } from './search-text.ts';
import { suggest, type Suggestible, type Suggestion } from './suggest.ts';
import { useSuggestible } from './use-directory.ts';
import { writeSearch } from './write-search.ts';

export function SearchDialog({ text: first }: { text: string }) {
  const chat = useChat();
  const view = useView();
  const suggestible = useSuggestible();
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => void recentOf(chat).refresh(registrations), [chat, registrations]);
  const [text, setText] = useState(first);
  const list = useId();
  const [isFiltered, setFiltered] = useState(false);
  const { narrow, near, problems } = parseSearch(text, suggestible);
  const channelId = openChannelOf(view);
  const me = suggestible.me;
  const [recent, setRecent] = useState(() => recentSearches(me));
  const isEmpty = text.trim() === '';
  const rows = isEmpty
    ? recent.map((search): Row => ({ kind: 'recent', text: search }))
    : withHere(offered(text, { narrow, near, problems }, suggestible), narrow, channelId);
  const [at, highlight] = useHighlighted(text, rows.map(rowKey));
  const take = useTaking(suggestible, near, setText);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && rows.length > 0) highlight((at + step + rows.length) % rows.length);
    else if (event.key === 'Enter') take(rows[at]);
    else if (event.key === 'Tab' && !event.shiftKey && rows[at]?.kind === 'more') take(rows[at]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('Search')} isTitleHidden className="search" onClose={closeDialog}>
      <div className="search-field">
        <LineIcon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={t('Search messages, people and channels')}
          aria-expanded={rows.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={rows.length > 0 ? `${list}-${at}` : undefined}
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('Search or jump to…')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <FilterSwitch isOn={isFiltered} onTurn={setFiltered} />
      </div>
      {isFiltered && <FilterPanel text={text} directory={suggestible} onChange={setText} />}
      <output className="search-problem">
        <Problems
          problems={problems}
          hasRest={narrow.length > 0}
          onInstead={({ written, instead }) => setText(straight(text).replace(written, () => instead))}
        />
      </output>
      <SearchRows
        id={list}
        label={isEmpty ? t('Recent searches') : t('Suggestions')}
        rows={rows}
        at={at}
        onTake={take}
        channelId={channelId}
        directory={suggestible}
      />
      {isEmpty && recent.length > 0 && <ForgetSearches userId={me} onForgotten={() => setRecent([])} />}
      {isEmpty && <Help />}
      <Keys />
    </Dialog>
  );
}

/** @returns what goes where a row leads, or goes on typing. @param near the message that the text names. */
function useTaking(
  directory: Directory,
  near: number | null,
  type: (text: string) => void,
): (row: Row | undefined) => void {
  const names = useNames();
  const take = (row: Row | undefined): void => {
    if (row === undefined) return;
    if (row.kind === 'more') {
      type(row.text);
      return;
    }
    if (row.kind === 'recent') {
      const again = parseSearch(row.text, directory);
      // What it named may be gone: the text says what.
      if (again.problems.length > 0 || again.narrow.length === 0) type(row.text);
      else take({ kind: 'messages', narrow: again.narrow });
      return;
    }
    if (row.kind === 'messages') rememberSearch(directory.me, writeSearch(row.narrow, directory));
    closeDialog();
    goTo(row.kind === 'messages' ? narrowAddress(row.narrow, names, { near }) : addressOf(row, names));
  };
  return take;
}

function FilterSwitch({ isOn, onTurn }: { isOn: boolean; onTurn: (isOn: boolean) => void }) {
  return (
    <button
      type="button"
      className="search-filter-switch"
      aria-expanded={isOn}
      aria-controls={isOn ? 'search-filters' : undefined}
      onClick={() => onTurn(!isOn)}
    >
      {t('Filters')}
    </button>
  );
}

function ForgetSearches({ userId, onForgotten }: { userId: number; onForgotten: () => void }) {
  const forget = (): void => {
    forgetSearches(userId);
    onForgotten();
    showNotice(t('Recent searches cleared.'));
  };
  return (
    <button type="button" className="search-forget" onClick={forget}>
      {t('Clear recent searches')}
    </button>
  );
}

/** With what is no operator as words, and with a message that is named by its number: nothing that is typed leads nowhere. */
function offered(
  text: string,
  { narrow, near, problems }: ParsedSearch,
  suggestible: Suggestible,
): readonly Suggestion[] {
  const rows = suggest(text, narrow, suggestible);
  if (narrow.length > 0) return rows;
  if (near !== null) return [{ kind: 'messages', narrow }, ...rows];
  const isUnknown = problems.some(({ kind }) => kind === 'unknown-operator');
  const words = `"${text.replaceAll('"', ' ').trim()}"`;
  return isUnknown ? [...rows, { kind: 'messages', narrow: [{ operator: 'search', operand: words }] }] : rows;
}

/** Offers the search in the channel where one is, after the one everywhere. */
function withHere(rows: readonly Suggestion[], narrow: Narrow, channelId: number | null): readonly Suggestion[] {
  const isPlaced = narrow.some(({ operator }) => ['channel', 'dm', 'dm-including'].includes(operator));
  if (channelId === null || isPlaced || narrow.length === 0) return rows;
  const here: Suggestion = { kind: 'messages', narrow: [{ operator: 'channel', operand: channelId }, ...narrow] };
  const after = rows.findIndex(({ kind }) => kind === 'messages') + 1;
  return after === 0 ? rows : rows.toSpliced(after, 0, here);
}

interface ProblemsProps {
  problems: readonly SearchProblem[];
  hasRest: boolean;
  onInstead: (meant: Meant) => void;
}

function Problems({ problems, hasRest, onInstead }: ProblemsProps) {
  return problems.map((problem) => (
    <span key={JSON.stringify(problem)}>
      {problemText(problem, hasRest)}
      {(problem.meant ?? []).map((meant) => (
        <button key={meant.instead} type="button" className="search-meant" onClick={() => onInstead(meant)}>
          {problem.kind === 'several-people' ? meant.instead : t('Did you mean {{text}}?', { text: meant.instead })}
        </button>
      ))}
    </span>
  ));
}

/** What the keys do here. */
function Keys() {
  return (
    <p className="search-foot only-wide">
      <span>
        <kbd className="key">↑</kbd> <kbd className="key">↓</kbd> {t('navigate')}
      </span>
      <span>
        <kbd className="key">{keyName('Enter')}</kbd> {t('open')}
      </span>
      <span>
        <kbd className="key">{keyName('Tab')}</kbd> {t('add filter')}
      </span>
      <span>
        <kbd className="key">{keyName('Esc')}</kbd> {t('close')}
      </span>
    </p>
  );
}

function Help() {
  const examples = searchOperators.flatMap(({ example }) => (example === undefined ? [] : [example]));
  return (
    <dl className="search-help">
      {[...examples, { typed: '-is:muted', means: () => t('a dash excludes') }].map(({ typed, means }) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{means()}</dd>
        </div>
      ))}
    </dl>
  );
}
