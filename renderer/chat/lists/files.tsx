/** Files of a channel, a topic, a person, or of all that the reader may read: found by name, kind and date, opened, saved, and shown where they are. */
import './files.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { sizeText } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import { direct, inChannel, type Conversation } from '../../client/state/conversation.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { when } from '../kit/when.ts';
import { MarkedName } from '../parts/marked-name.tsx';
import { conversationAddress } from '../routing/address.ts';
import { narrowKey, narrowParam, type Narrow } from '../routing/narrow.ts';
import { useDestinationName } from '../store/conversation-name.ts';
import { useNow } from '../store/presence.ts';
import { useClientState, useNames, useTwentyFourHours } from '../store/use-chat.ts';
import { useEntryChoice } from '../store/use-entry-state.ts';
import { useViewTitle } from '../store/view-title.ts';
import { EmptyList, Filters, FindField, ListPage } from './list-page.tsx';
import { useRowKeys } from './row-keys.ts';

type SharedFile = AnswerOf<'GET', '/files'>['files'][number];
type Kind = 'any' | 'image' | 'document' | 'pdf' | 'video' | 'audio' | 'archive' | 'other';

const kinds = (): readonly { name: Kind; label: string }[] => [
  { name: 'any', label: t('All') },
  { name: 'image', label: t('Pictures') },
  { name: 'document', label: t('Documents') },
  { name: 'pdf', label: t('PDF') },
  { name: 'video', label: t('Videos') },
  { name: 'audio', label: t('Audio') },
  { name: 'archive', label: t('Archives') },
  { name: 'other', label: t('Other') },
];

interface FileFilters {
  kind: Kind;
  name: string;
  since: string;
  until: string;
}

/** Pages of files that fit, each asked for when it is wanted. */
function useFiles(narrow: Narrow, { kind, name, since, until }: FileFilters) {
  const asked: Narrow = [
    ...narrow,
    ...(since === '' ? [] : [{ operator: 'since', operand: since } as const]),
    ...(until === '' ? [] : [{ operator: 'until', operand: until } as const]),
  ];
  return useInfiniteQuery({
    queryKey: ['files', narrowKey(asked), kind, name],
    queryFn: ({ pageParam, signal }) =>
      request(
        'GET',
        '/files',
        {
          narrow: narrowParam(asked),
          name,
          ...(kind !== 'any' && { kind }),
          ...(pageParam !== null && { before: pageParam }),
        },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next_before: next }) => next,
    refetchOnMount: 'always',
  });
}

export function Files({ narrow }: { narrow: Narrow }) {
  const title = useViewTitle(narrow);
  const [kind, setKind] = useEntryChoice<Kind>('kind', 'any');
  const [sought, setSought] = useEntryChoice('sought', '');
  const [since, setSince] = useEntryChoice('since', '');
  const [until, setUntil] = useEntryChoice('until', '');
  const name = useDeferredValue(sought.trim());
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useFiles(narrow, {
    kind,
    name,
    since,
    until,
  });
  const files = data?.pages.flatMap((page) => page.files) ?? [];
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const isFiltered = kind !== 'any' || name !== '' || since !== '' || until !== '';
  return (
    <ListPage
      title={t('Files')}
      lead={narrow.length === 0 ? t('Files in conversations that you can read, newest first.') : title}
      hasBack
    >
      <FindField label={t('Find a file by name')} words={sought} onChange={setSought} />
      <Filters names={kinds()} chosen={kind} onChoose={setKind} />
      <div className="file-dates">
        <DayField label={t('First day')} value={since} onChange={setSince} />
        <DayField label={t('Last day')} value={until} onChange={setUntil} />
      </div>
      <output className="file-count">
        {data !== undefined &&
          (hasNextPage
            ? t('More than {{count}} files', { count: files.length })
            : t('{{count}} files', { count: files.length }))}
      </output>
      {error !== null && (
        <EmptyList title={t('Could not load the files')} text={error.message}>
          <button type="button" className="button" onClick={() => void refetch()}>
            {t('Try again')}
          </button>
        </EmptyList>
      )}
      <div ref={list} className="item-group" aria-busy={isPending || isFetchingNextPage}>
        <ul className="item-list">
          {files.map((file) => (
            <FileItem key={`${file.message_id} ${file.id}`} file={file} />
          ))}
        </ul>
      </div>
      {data !== undefined && files.length === 0 && !hasNextPage && (
        <EmptyList
          title={isFiltered ? t('No matching files') : t('No files')}
          text={isFiltered ? t('Try fewer letters, another kind or other days.') : t('Files in messages appear here.')}
        >
          <a className="button" href="#recent">
            {t('Open Recent')}
          </a>
        </EmptyList>
      )}
      {hasNextPage && (
        <p className="list-more">
          <button type="button" className="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show more files')}
          </button>
        </p>
      )}
    </ListPage>
  );
}

function DayField({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) {
  return (
    <label>
      <span>{label}</span>
      <input
        className="input"
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

const iconOf = (type: string): LineIconName => (type.startsWith('image/') ? 'image' : 'file');

function FileItem({ file }: { file: SharedFile }) {
  const names = useNames();
  const now = useNow();
  const twentyFourHours = useTwentyFourHours();
  const sender = useClientState((state) => writersIn(state.users).get(file.sender_id)?.full_name);
  const { name, url, size, timestamp, message_id: messageId } = file;
  const conversation = useFileConversation(file);
  const place = useDestinationName(conversation);
  return (
    <li className="item file-item">
      <LineIcon name={iconOf(file.content_type)} size={22} />
      <a className="item-link" href={url} target="_blank" rel="noopener noreferrer" data-row="">
        <span className="item-title cut" dir="auto">
          {name}
        </span>
        <span className="item-words">
          <span className="cut">
            {sizeText(size)} · <bdi>{sender ?? `#${file.sender_id}`}</bdi> · {when(timestamp, now, twentyFourHours)} ·{' '}
            <bdi>
              <MarkedName name={place} />
            </bdi>
          </span>
        </span>
      </a>
      <span className="item-end">
        {conversation !== null && (
          <a
            className="tool"
            href={conversationAddress(conversation, names, messageId)}
            aria-label={t('Show {{name}} in its conversation', { name })}
            title={t('Show in conversation')}
          >
            <LineIcon name="direct" />
          </a>
        )}
        <a
          className="tool"
          href={`${url}?download=true`}
          download={name}
          aria-label={t('Download {{name}}', { name })}
          title={t('Download')}
        >
          <LineIcon name="download" />
        </a>
      </span>
    </li>
  );
}

/** Where the file is; of a direct message the server says only its number, so that it is opened by it. */
function useFileConversation({ stream_id: channelId, topic, user_ids: userIds }: SharedFile): Conversation | null {
  const me = useClientState((state) => state.me);
  if (channelId !== null) return inChannel(channelId, topic);
  return userIds.length === 0 ? null : direct(userIds, me);
}
