/** Scheduled messages, the next first; above it what could not be sent, and why. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { request } from '../../client/request.ts';
import type { ScheduledMessage } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { openLaterMenu } from '../actions/later-menu.ts';
import { deleteScheduled, reschedule, sendNow, writeOn } from '../actions/scheduling.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { middleOfWindow, type MenuAction } from '../kit/menu-store.ts';
import { excerpt, LaterItem } from '../parts/later-item.tsx';
import { LaterTime } from '../parts/later-time.tsx';
import { conversationAddress } from '../routing/address.ts';
import { scheduledConversation, scheduledRows } from '../store/later-rows.ts';
import { whyNoPosting } from '../store/posting.ts';
import { useChat, useClientState, useNames } from '../store/use-chat.ts';
import { LaterPage } from './later-page.tsx';

export function Scheduled() {
  const scheduled = useClientState((state) => state.own.scheduled);
  const rows = useMemo(() => scheduledRows(scheduled), [scheduled]);
  const reasons = useReasons(rows);
  return (
    <LaterPage
      title={t('Scheduled')}
      lead={t('Messages waiting to be sent. They go out even if you are offline.')}
      nothing={{ title: t('No scheduled messages'), text: t('Use the arrow next to Send to schedule a message.') }}
      rows={rows.map((message) => (
        <ScheduledItem
          key={message.scheduled_message_id}
          message={message}
          reason={reasons.get(message.scheduled_message_id)}
        />
      ))}
    />
  );
}

function ScheduledItem({ message, reason }: { message: ScheduledMessage; reason: string | undefined }) {
  const chat = useChat();
  const names = useNames();
  const { scheduled_message_id: id, content, failed } = message;
  const conversation = scheduledConversation(message, chat.session.user_id);
  const waiting = { id, conversation, content };
  const title = t('Change time');
  const remove: MenuAction = {
    label: t('Delete'),
    icon: 'delete',
    isDanger: true,
    onPick: () => void deleteScheduled(chat, waiting),
  };
  const mayPost = useClientState((state) => whyNoPosting(state, conversation) === null);
  const sending: MenuAction[] = [
    { label: t('Change'), icon: 'edit', onPick: () => openDialog({ kind: 'edit-scheduled', id }) },
    { label: t('Send now'), icon: 'send', onPick: () => void sendNow(message) },
    {
      label: title,
      icon: 'clock',
      onPick: () =>
        openLaterMenu(chat, middleOfWindow(), {
          title,
          submitLabel: t('Schedule'),
          onPick: (moment) => reschedule(chat, message, moment),
        }),
    },
  ];
  // Where nothing may be posted, the server takes no change: the text is written elsewhere, as a draft.
  const toDraft: MenuAction = {
    label: t('Edit in message box'),
    icon: 'back',
    onPick: () => void writeOn(chat, names, waiting),
  };
  const actions = [...(mayPost ? sending : []), toDraft, remove];
  return (
    <LaterItem
      conversation={conversation}
      href={conversationAddress(conversation, names)}
      words={excerpt(content)}
      time={<LaterTime timestamp={message.scheduled_delivery_timestamp} isLate={failed} />}
      failure={failed ? t('Not sent: {{reason}}', { reason: reason ?? t('the reason is unknown.') }) : null}
      actions={actions}
    />
  );
}

/** Why each that failed did: the list itself does not say so. */
function useReasons(rows: readonly ScheduledMessage[]): ReadonlyMap<number, string> {
  const failed = rows.filter((each) => each.failed).map(({ scheduled_message_id: id }) => id);
  const { data } = useQuery({
    queryKey: ['scheduled-failures', ...failed],
    enabled: failed.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => request('GET', '/console/scheduled_messages', {}, signal),
  });
  return useMemo(
    () => new Map((data?.failures ?? []).map(({ scheduled_message_id: id, reason }) => [id, reason])),
    [data],
  );
}
