/** A search that found nothing: the words come back, with ways to widen them. */
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { narrowAddress } from '../routing/address.ts';
import type { Narrow } from '../routing/narrow.ts';
import { recentOf } from '../store/recent-store.ts';
import { useChat, useChatState, useNames } from '../store/use-chat.ts';
import { wordsIn, wordsMeant } from './known-words.ts';
import { useDirectory, useSuggestible } from './use-directory.ts';
import { writeSearch } from './write-search.ts';

/** Emoji alone, as pictures or by name: they are looked for in words, though most of them stand below as reactions. */
const emoji = /^(?::[\w+-]+:|[\p{Extended_Pictographic}\p{RI}\p{EMod}\ufe0f\u200d\s]+)$/u;

export function NothingFound({ narrow }: { narrow: Narrow }) {
  const directory = useDirectory();
  const names = useNames();
  const words = narrow.filter(({ operator }) => operator === 'search');
  const rest = narrow.filter(({ operator }) => operator !== 'search');
  // Marks around words that stand together are put around all of them below.
  const text = words.map(({ operand }) => String(operand).replaceAll('"', '')).join(' ');
  const known = useKnownWords();
  const meant = words.length === 1 && text !== '' ? wordsMeant(text, known) : undefined;
  return (
    <div className="feed-notice">
      <svg className="notice-art" viewBox="0 0 144 96" aria-hidden="true">
        <path d="M22 84h100M48 44a20 20 0 1 0 40 0a20 20 0 1 0 -40 0M83 59l17 17" />
        <path d="M58 44h20" strokeDasharray="2 5" />
      </svg>
      <h2>{text === '' ? t('No results') : t('No messages found for “{{text}}”', { text })}</h2>
      <p>
        {emoji.test(text) && `${t('Search finds emoji in message text, not in reactions.')} `}
        {rest.length > 0
          ? t('Filters: {{terms}}.', { terms: writeSearch(rest, directory) })
          : t('Results contain every word you typed.')}
      </p>
      {meant !== undefined && (
        <p>
          <a href={narrowAddress([...rest, { operator: 'search', operand: meant }], names)}>
            {t('Did you mean “{{text}}”?', { text: meant })}
          </a>
        </p>
      )}
      <div className="actions">
        {rest.length > 0 && words.length > 0 && (
          <a className="button" href={narrowAddress(words, names)}>
            {t('Search everywhere')}
          </a>
        )}
        <button
          type="button"
          className="button"
          onClick={() => openDialog({ kind: 'search', text: writeSearch(narrow, directory) })}
        >
          {t('Edit search')}
        </button>
      </div>
    </div>
  );
}

/** Words of names and topics, and of the newest messages of conversations: all of them the reader may read. */
function useKnownWords(): ReadonlySet<string> {
  const chat = useChat();
  const { users, channels, topics } = useSuggestible();
  const recent = useStore(recentOf(chat).state, (state) => state.messages);
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => void recentOf(chat).refresh(registrations), [chat, registrations]);
  return useMemo(
    () =>
      wordsIn([
        ...[...users, ...channels, ...topics].map(({ name }) => name),
        ...[...recent.keys()].map((id) => chat.messages.get(id)?.content ?? ''),
      ]),
    [chat, users, channels, topics, recent],
  );
}
