/** Messages that one will be reminded of, the next first. */
import { useMemo } from 'react';
import { conversationOf } from '../../client/state/messages.ts';
import type { Reminder } from '../../client/state/own.ts';
import { t } from '../../client/text.ts';
import { deleteReminder, openLaterReminderMenu } from '../actions/reminding.ts';
import { middleOfWindow, type MenuAction } from '../kit/menu-store.ts';
import { LaterItem } from '../parts/later-item.tsx';
import { LaterTime } from '../parts/later-time.tsx';
import { Preview } from '../parts/preview.tsx';
import { conversationAddress } from '../routing/address.ts';
import { noteOf, reminderRows } from '../store/later-rows.ts';
import { useFetched } from '../store/previews.ts';
import { useChat, useEmojiAsText, useClientState, useMessage, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';
import { LaterPage } from './later-page.tsx';

export function Reminders() {
  const reminders = useClientState((state) => state.own.reminders);
  const rows = useMemo(() => reminderRows(reminders), [reminders]);
  useFetched(rows.map(({ reminder_target_message_id: id }) => id));
  return (
    <LaterPage
      title={t('Reminders')}
      lead={t('Messages that come back to you, as a direct message, at the time you chose.')}
      nothing={{ title: t('No reminders'), text: t('“Remind me” in the menu of a message brings it back later.') }}
      rows={rows.map((reminder) => (
        <ReminderItem key={reminder.reminder_id} reminder={reminder} />
      ))}
    />
  );
}

function ReminderItem({ reminder }: { reminder: Reminder }) {
  const asText = useEmojiAsText();
  const chat = useChat();
  const names = useNames();
  const message = useMessage(reminder.reminder_target_message_id);
  const note = noteOf(reminder);
  const conversation = message === undefined ? null : conversationOf(message, chat.session.user_id);
  const href =
    conversation === null || message === undefined
      ? '#reminders'
      : conversationAddress(conversation, names, message.id);
  const actions: MenuAction[] = [
    { label: t('Open'), icon: 'eye', onPick: () => goTo(href) },
    {
      label: t('Remind me later'),
      icon: 'clock',
      onPick: () => openLaterReminderMenu(chat, reminder, middleOfWindow()),
    },
    { label: t('Delete reminder'), icon: 'delete', isDanger: true, onPick: () => void deleteReminder(reminder) },
  ];
  return (
    <LaterItem
      conversation={conversation}
      href={href}
      words={
        <>
          {note !== '' && <strong>{note} · </strong>}
          {message === undefined ? (
            t('The message is not there any more, or not for you.')
          ) : (
            <>
              <bdi>{message.sender_full_name}: </bdi>
              <Preview html={message.content} ownId={chat.session.user_id} emojiAsText={asText} />
            </>
          )}
        </>
      }
      time={<LaterTime timestamp={reminder.scheduled_delivery_timestamp} isLate={reminder.failed} />}
      failure={reminder.failed ? t('The server could not remind you of it.') : null}
      actions={actions}
    />
  );
}
