/** Rows of the search dialog: what they show, and where they lead. */
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { listRole, optionRole } from '../kit/list-roles.ts';
import { MarkedName } from '../parts/marked-name.tsx';
import { conversationAddress, narrowAddress, type Names } from '../routing/address.ts';
import { avatarPerson, useClientState } from '../store/use-chat.ts';
import type { Directory } from './directory.ts';
import { valueText } from './search-text.ts';
import type { Suggestion } from './suggest.ts';
import { writeSearch } from './write-search.ts';

/** What the list offers: suggestions, or while nothing is typed searches made lately. */
export type Row = Suggestion | { kind: 'recent'; text: string };

interface SearchRowsProps {
  /** Of the list, which the field names; its rows have it with their number. */
  id: string;
  label: string;
  rows: readonly Row[];
  /** The row that Enter takes. */
  at: number;
  onTake: (row: Row) => void;
  /** The channel where the search was opened. */
  channelId: number | null;
  directory: Directory;
}

export function SearchRows({ id, label, rows, at, onTake, channelId, directory }: SearchRowsProps) {
  return (
    <div className="search-rows" {...listRole} id={id} aria-label={label}>
      {rows.map((row, index) => (
        <button
          type="button"
          key={rowKey(row)}
          id={`${id}-${index}`}
          {...optionRole(index === at)}
          tabIndex={-1}
          className="search-row"
          ref={index === at ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(row)}
        >
          <RowContent row={row} channelId={channelId} directory={directory} />
        </button>
      ))}
    </div>
  );
}

/** One for what a row shows and does. */
export const rowKey = (row: Row): string => JSON.stringify(row);

/** Where a row leads. */
export function addressOf(row: Exclude<Suggestion, { kind: 'more' | 'messages' }>, names: Names): string {
  switch (row.kind) {
    case 'person':
      return conversationAddress({ kind: 'direct', userIds: [row.userId] }, names);
    case 'channel':
      return narrowAddress([{ operator: 'channel', operand: row.channelId }], names);
    case 'topic':
      return conversationAddress(row.conversation, names);
  }
}

const icons: Readonly<Record<Exclude<Row['kind'], 'person'>, LineIconName>> = {
  messages: 'search',
  recent: 'clock',
  channel: 'channel',
  topic: 'direct',
  more: 'plus',
};

interface RowContentProps {
  row: Row;
  channelId: number | null;
  directory: Directory;
}

function RowContent({ row, channelId, directory }: RowContentProps) {
  const users = useClientState((state) => state.users.users);
  const channel = useClientState((state) => state.channels.channels.get(channelId ?? 0)?.name);
  if (row.kind === 'person')
    return (
      <>
        <Avatar person={avatarPerson(users.get(row.userId), row.userId)} size="1.25rem" />
        <bdi className="cut">{row.name}</bdi>
        {row.mark !== undefined && <small className="cut">{row.mark}</small>}
        <small className="at-end">
          {row.isGone ? t('Deactivated') : row.isMuted ? t('Muted') : t('direct message')}
        </small>
      </>
    );
  const [first, ...others] = row.kind === 'messages' ? row.narrow : [];
  const isHere = first?.operator === 'channel' && first.operand === channelId && others.length > 0;
  return (
    <>
      <LineIcon name={icons[row.kind]} size={18} />
      {row.kind === 'messages' ? (
        <>
          <span className="cut">
            {t('Search messages for “{{text}}”', {
              text: writeSearch(isHere ? others : row.narrow, directory),
            })}
          </span>
          {isHere && <small className="cut">{t('in #{{channel}}', { channel })}</small>}
        </>
      ) : row.kind === 'recent' ? (
        <bdi className="cut">{row.text}</bdi>
      ) : row.kind === 'more' ? (
        <>
          <span className="cut">… {valueText(row.operator, row.value)}</span>
          <small className="at-end cut">{row.mark ?? `${row.operator}:${row.value}`}</small>
        </>
      ) : (
        <>
          <bdi className="cut">{row.kind === 'topic' ? <MarkedName name={row.name} /> : row.name}</bdi>
          {row.kind === 'topic' && <small className="cut">#{row.channelName}</small>}
          {row.isArchived && <small className="at-end">{t('archived')}</small>}
        </>
      )}
    </>
  );
}
