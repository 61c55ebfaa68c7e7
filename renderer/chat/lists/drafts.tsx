/** Drafts view: every conversation's box that has words in it, and drafts of other devices that stand in none. */
import { fullMoment } from '../../client/formats.ts';
import { request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openLaterMenu } from '../actions/later-menu.ts';
import { scheduleBox } from '../actions/scheduling.ts';
import { callsEverybody } from '../kit/compose-text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { middleOfWindow, type MenuAction } from '../kit/menu-store.ts';
import { offerUndo, reportRefusal, showNotice } from '../kit/notices.ts';
import { when } from '../kit/when.ts';
import { excerpt, LaterItem } from '../parts/later-item.tsx';
import { conversationAddress, type Names } from '../routing/address.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { DraftRow } from '../store/later-rows.ts';
import { whyNoPosting } from '../store/posting.ts';
import { useNow } from '../store/presence.ts';
import { useChat, useClientState, useNames, useTwentyFourHours } from '../store/use-chat.ts';
import { useDraftRows } from '../store/use-draft-rows.ts';
import { goTo } from '../store/use-view.ts';
import { LaterPage } from './later-page.tsx';

export function Drafts() {
  const rows = useDraftRows();
  const isShared = useClientState((state) => state.settings.enable_drafts_synchronization === true);
  return (
    <LaterPage
      title={t('Drafts')}
      lead={
        isShared
          ? t('Unsent messages from all your devices.')
          : t('Unsent messages from this browser. Draft synchronization is turned off in your settings.')
      }
      nothing={{ title: t('No drafts'), text: t('Unsent messages are saved here.') }}
      rows={rows.map((row) => (
        <DraftItem key={row.key} row={row} />
      ))}
    />
  );
}

function DraftItem({ row }: { row: DraftRow }) {
  const chat = useChat();
  const names = useNames();
  const now = useNow();
  const is24 = useTwentyFourHours();
  const { conversation, text, changedAt } = row;
  const moment = new Date(changedAt * 1000);
  return (
    <LaterItem
      conversation={conversation}
      href={conversation === null ? '#drafts' : conversationAddress(conversation, names)}
      onOpen={() => void write(chat, names, row)}
      words={excerpt(text)}
      time={
        <time dateTime={moment.toISOString()} title={fullMoment.format(moment)}>
          {when(changedAt, now, is24)}
        </time>
      }
      actions={actionsOf(chat, names, row)}
    />
  );
}

function actionsOf(chat: ChatModel, names: Names, row: DraftRow): MenuAction[] {
  const { conversation } = row;
  const open: MenuAction = {
    label: t('Continue editing'),
    icon: 'edit',
    onPick: () => void write(chat, names, row),
  };
  const remove: MenuAction = {
    label: t('Delete draft'),
    icon: 'delete',
    isDanger: true,
    onPick: () => void deleteDraft(chat, row),
  };
  if (conversation === null || whyNoPosting(chat.clientState, conversation) !== null) return [open, remove];
  return [
    open,
    { label: t('Send now'), icon: 'send', onPick: () => void sendDraft(chat, names, row, conversation) },
    { label: t('Send later'), icon: 'clock', onPick: () => void sendDraftLater(chat, row, conversation) },
    remove,
  ];
}

/** Opens the box that the words stand in, or shall stand in. */
async function write(chat: ChatModel, names: Names, row: DraftRow): Promise<void> {
  const { conversation, text } = row;
  if (conversation === null || whyNoPosting(chat.clientState, conversation) !== null) {
    const onTaken = (): void => {
      if (row.isInBox && conversation !== null) chat.writing.put(conversation, '');
      else void forget(row);
    };
    const words = { text, title: t('Choose a recipient'), onTaken };
    openDialog({ kind: 'destination', choice: { kind: 'channel', from: null, channelId: null, words } });
    return;
  }
  await toBox(chat, row, conversation);
  goTo(conversationAddress(conversation, names));
  chat.writing.focus(conversation);
}

/** What stands in no box goes behind what is in the box of its place. */
async function toBox(chat: ChatModel, row: DraftRow, conversation: Conversation): Promise<boolean> {
  if (row.isInBox) return true;
  if (!(await forget(row))) return false;
  chat.writing.append(conversation, row.text);
  return true;
}

function forget({ id }: DraftRow): Promise<boolean> {
  return id === null ? Promise.resolve(true) : reportRefusal(request('DELETE', `/drafts/${id}`));
}

async function sendDraft(chat: ChatModel, names: Names, row: DraftRow, conversation: Conversation): Promise<void> {
  // A user who calls everyone is asked first, where the text stands.
  if (callsEverybody(row.text)) return write(chat, names, row);
  if (!(await toBox(chat, row, conversation))) return;
  if (chat.writing.send(conversation)) showNotice(t('Sending…'));
  else showNotice(t('Too many unsent messages. Wait until some are sent.'), { isError: true });
}

async function sendDraftLater(chat: ChatModel, row: DraftRow, conversation: Conversation): Promise<void> {
  if (!(await toBox(chat, row, conversation))) return;
  const title = t('Send later');
  const now = chat.moves.following(conversation);
  openLaterMenu(chat, middleOfWindow(), {
    title,
    submitLabel: t('Schedule'),
    onPick: (at) => scheduleBox(chat, now(), at),
  });
}

async function deleteDraft(chat: ChatModel, row: DraftRow): Promise<void> {
  const { conversation, text } = row;
  const { writing } = chat;
  if (row.isInBox && conversation !== null) {
    writing.put(conversation, '');
    writing.drafts.clear(conversation, text);
  } else if (!(await forget(row))) return;
  if (conversation === null) showNotice(t('Draft deleted.'));
  else offerUndo(t('Draft deleted.'), { undo: () => writing.append(conversation, text) });
}
