/** The search: words and operators, with places and ways to go on offered while one types. Enter takes what is chosen. */
import './search.css';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { closeDialog } from '../kit/dialog-store.ts';
import { Dialog } from '../kit/dialog.tsx';
import { listRole, optionRole } from '../kit/list-roles.ts';
import { conversationAddress, narrowAddress, type Names } from '../routing/address.ts';
import type { Narrow } from '../routing/narrow.ts';
import { openChannelOf } from '../store/open-channel.ts';
import { recentOf } from '../store/recent-store.ts';
import { avatarPerson, useChat, useChatState, useClientState, useNames } from '../store/use-chat.ts';
import { goTo, useView } from '../store/use-view.ts';
import { parseSearch, type SearchProblem } from './parse-search.ts';
import { problemText, valueText } from './search-text.ts';
import { suggest, type Suggestion } from './suggest.ts';
import { useSuggestible } from './use-directory.ts';

export function SearchDialog({ text: first }: { text: string }) {
  const chat = useChat();
  const names = useNames();
  const view = useView();
  const suggestible = useSuggestible();
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => void recentOf(chat).refresh(registrations), [chat, registrations]);
  const [text, setText] = useState(first);
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const { narrow, problems } = parseSearch(text, suggestible);
  const channelId = openChannelOf(view);
  const rows = withHere(suggest(text, narrow, suggestible), narrow, channelId);
  const at = Math.min(chosen, rows.length - 1);
  const type = (next: string): void => {
    setText(next);
    setChosen(0);
  };
  const take = (row: Suggestion | undefined): void => {
    if (row === undefined) return;
    if (row.kind === 'more') {
      type(row.text);
      return;
    }
    closeDialog();
    goTo(addressOf(row, names));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && rows.length > 0) setChosen((at + step + rows.length) % rows.length);
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
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {problems.length > 0 && <Problems problems={problems} hasRest={narrow.length > 0} />}
      <div className="search-rows" {...listRole} id={list} aria-label={t('Suggestions')}>
        {rows.map((row, index) => (
          <button
            type="button"
            key={keyOf(row)}
            id={`${list}-${index}`}
            {...optionRole(index === at)}
            tabIndex={-1}
            className="search-row"
            ref={index === at ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(row)}
          >
            <Row row={row} text={text} channelId={channelId} />
          </button>
        ))}
      </div>
      {text.trim() === '' && <Help />}
      <Keys />
    </Dialog>
  );
}

/** Offers the search in the channel where one is, after the one everywhere. */
function withHere(rows: readonly Suggestion[], narrow: Narrow, channelId: number | null): readonly Suggestion[] {
  const isPlaced = narrow.some(({ operator }) => ['channel', 'dm', 'dm-including'].includes(operator));
  if (channelId === null || isPlaced || narrow.length === 0) return rows;
  const here: Suggestion = { kind: 'messages', narrow: [{ operator: 'channel', operand: channelId }, ...narrow] };
  const after = rows.findIndex(({ kind }) => kind === 'messages') + 1;
  return after === 0 ? rows : rows.toSpliced(after, 0, here);
}

function keyOf(row: Suggestion): string {
  return JSON.stringify(row);
}

function addressOf(row: Exclude<Suggestion, { kind: 'more' }>, names: Names): string {
  switch (row.kind) {
    case 'messages':
      return narrowAddress(row.narrow, names);
    case 'person':
      return conversationAddress({ kind: 'direct', userIds: [row.userId] }, names);
    case 'channel':
      return narrowAddress([{ operator: 'channel', operand: row.channelId }], names);
    case 'topic':
      return conversationAddress(row.conversation, names);
  }
}

const icons: Readonly<Record<Exclude<Suggestion['kind'], 'person'>, LineIconName>> = {
  messages: 'search',
  channel: 'channel',
  topic: 'direct',
  more: 'plus',
};

function Row({ row, text, channelId }: { row: Suggestion; text: string; channelId: number | null }) {
  const users = useClientState((state) => state.users.users);
  const channel = useClientState((state) => state.channels.channels.get(channelId ?? 0)?.name);
  if (row.kind === 'person')
    return (
      <>
        <Avatar person={avatarPerson(users.get(row.userId), row.userId)} size="1.25rem" />
        <bdi className="cut">{row.name}</bdi>
        {row.mark !== undefined && <small className="cut">{row.mark}</small>}
        <small className="at-end">
          {users.get(row.userId)?.is_active === false ? t('Deactivated') : t('direct message')}
        </small>
      </>
    );
  const [term] = row.kind === 'messages' ? row.narrow : [];
  const isHere = term?.operator === 'channel' && term.operand === channelId && !text.includes('channel:');
  return (
    <>
      <LineIcon name={icons[row.kind]} size={18} />
      {row.kind === 'messages' ? (
        <>
          <span className="cut">{t('Search messages for “{{text}}”', { text: text.trim() })}</span>
          {isHere && <small className="cut">{t('in #{{channel}}', { channel })}</small>}
        </>
      ) : row.kind === 'more' ? (
        <>
          <span className="cut">… {valueText(row.operator, row.value)}</span>
          <small className="at-end cut">{row.mark ?? `${row.operator}:${row.value}`}</small>
        </>
      ) : (
        <>
          <bdi className="cut">{row.name}</bdi>
          {row.kind === 'topic' && <small className="cut">#{row.channelName}</small>}
          {row.kind === 'channel' && row.isArchived && <small className="at-end">{t('archived')}</small>}
        </>
      )}
    </>
  );
}

function Problems({ problems, hasRest }: { problems: readonly SearchProblem[]; hasRest: boolean }) {
  return (
    <output className="search-problem">
      {problems.map((problem) => (
        <span key={JSON.stringify(problem)}>{problemText(problem, hasRest)}</span>
      ))}
    </output>
  );
}

/** What the keys do here. */
function Keys() {
  return (
    <p className="search-foot only-wide">
      <span>
        <kbd className="key">↑</kbd> <kbd className="key">↓</kbd> {t('navigate')}
      </span>
      <span>
        <kbd className="key">Enter</kbd> {t('open')}
      </span>
      <span>
        <kbd className="key">Tab</kbd> {t('add filter')}
      </span>
      <span>
        <kbd className="key">Esc</kbd> {t('close')}
      </span>
    </p>
  );
}

function Help() {
  const examples = [
    ['from:me', t('messages from you')],
    ['channel:general', t('in a channel')],
    ['topic:"site visit"', t('in a topic')],
    ['has:image', t('with an image')],
    ['is:starred', t('starred messages')],
    ['-is:muted', t('a dash excludes')],
  ] as const;
  return (
    <dl className="search-help">
      {examples.map(([typed, means]) => (
        <div key={typed}>
          <dt>
            <code>{typed}</code>
          </dt>
          <dd>{means}</dd>
        </div>
      ))}
    </dl>
  );
}
