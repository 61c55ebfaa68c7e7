/** Reports of messages, for moderators: who reported what and why, open or settled. A settled one has the reaction ✅, in every client. */
import { useMemo } from 'react';
import './reports.css';
import { dateFormat } from '../../client/formats.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { MessageBody } from '../../components/message-html/message-body.tsx';
import { react } from '../actions/writing.ts';
import { timeOfDay } from '../kit/when.ts';
import { conversationAddress } from '../routing/address.ts';
import type { Message } from '../store/message.ts';
import { reportsChannelOf, settledBy, settledEmoji, useReports } from '../store/reports.ts';
import { useChat, useClientState, useHtmlContext, useNames, useTwentyFourHours } from '../store/use-chat.ts';
import { useEntryChoice } from '../store/use-entry-state.ts';
import { goTo } from '../store/use-view.ts';
import { EmptyList, Filters, ListPage } from './list-page.tsx';

type Filter = 'open' | 'settled';

export function Reports() {
  const channelId = useClientState(reportsChannelOf);
  const { reports, error, isLoading } = useReports();
  const [filter, setFilter] = useEntryChoice<Filter>('filter', 'open');
  const open = reports.filter((report) => settledBy(report).length === 0);
  const shown = filter === 'open' ? open : reports.filter((report) => settledBy(report).length > 0);
  return (
    <ListPage title={t('Reports')} lead={t('Messages reported to the moderators.')} hasBack>
      {channelId === null ? (
        <EmptyList
          title={t('No reports available')}
          text={t(
            'Reports are sent to a channel that an administrator chooses. No channel is set, or you are not a member of it.',
          )}
        >
          <a className="button" href="#inbox">
            {t('Go to Inbox')}
          </a>
        </EmptyList>
      ) : (
        <>
          <Filters
            names={[
              { name: 'open', label: t('Open ({{count}})', { count: open.length }) },
              { name: 'settled', label: t('Settled') },
            ]}
            chosen={filter}
            onChoose={setFilter}
          />
          {error !== null && <p role="alert">{error.message}</p>}
          <ul className="reports">
            {shown.map((report) => (
              <Report key={report.id} report={report} />
            ))}
          </ul>
          {shown.length === 0 && !isLoading && error === null && (
            <EmptyList
              title={filter === 'open' ? t('No open reports') : t('No settled reports')}
              text={t("Messages appear here when someone chooses “Report message” in a message's menu.")}
            >
              <a className="button" href={`#narrow/channel/${channelId}`}>
                {t('Open channel')}
              </a>
            </EmptyList>
          )}
        </>
      )}
    </ListPage>
  );
}

function Report({ report }: { report: Message }) {
  const chat = useChat();
  const names = useNames();
  const context = useHtmlContext();
  const users = useClientState((state) => writersIn(state.users));
  const is24 = useTwentyFourHours();
  const nothing = useMemo(() => () => undefined, []);
  const settled = settledBy(report);
  const at = new Date(report.timestamp * 1000);
  const day = dateFormat({ dateStyle: 'medium' }).format(at);
  const address = conversationAddress(conversationOf(report, chat.session.user_id), names, report.id);
  const isMine = settled.includes(chat.session.user_id);
  return (
    <li className="report">
      <p className="report-head">
        <time dateTime={at.toISOString()}>
          {day}, {timeOfDay(at.getTime(), is24)}
        </time>
        <span className={settled.length > 0 ? 'report-state is-settled' : 'report-state'}>
          <LineIcon name={settled.length > 0 ? 'check' : 'alert'} size={15} />
          {settled.length === 0
            ? t('Open', { context: 'adjective' })
            : t('Settled by {{names}}', {
                names: settled.map((id) => users.get(id)?.full_name ?? `#${id}`).join(', '),
              })}
        </span>
      </p>
      <MessageBody
        html={report.content}
        context={context}
        onAction={(action) => {
          if (action.kind === 'user') goTo(`#user/${action.userId}`);
        }}
        onCopy={nothing}
      />
      <p className="report-tools">
        {(settled.length === 0 || isMine) && (
          <button type="button" className="button" onClick={() => react(report, settledEmoji, !isMine)}>
            {isMine ? t('Reopen') : t('Mark as settled')}
          </button>
        )}
        <a className="button quiet" href={address}>
          {t('Discuss')}
        </a>
      </p>
    </li>
  );
}
