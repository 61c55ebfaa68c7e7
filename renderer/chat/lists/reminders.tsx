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
      lead={t('You get a direct message at the chosen time.')}
      nothing={{ title: t('No reminders'), text: t("To set one, choose “Remind me” in a message's menu.") }}
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
      label: t('Change time'),
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
            t("This message no longer exists, or you can't access it.")
          ) : (
            <>
              <bdi>{message.sender_full_name}: </bdi>
              <Preview html={message.content} ownId={chat.session.user_id} emojiAsText={asText} />
            </>
          )}
        </>
      }
      time={<LaterTime timestamp={reminder.scheduled_delivery_timestamp} isLate={reminder.failed} />}
      failure={reminder.failed ? t('The reminder could not be sent.') : null}
      actions={actions}
    />
  );
}
