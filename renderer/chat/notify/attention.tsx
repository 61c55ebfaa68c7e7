/** Calls the reader: toasts, notifications, sounds, the tab's title and picture; and reports to the server that the user is here. */
import { Suspense, useEffect, useState } from 'react';
import { desktop, useDownloads } from '../../client/desktop.ts';
import { lazyPart } from '../../client/lazy-part.ts';
import { keyOf } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import { readStored, writeStored } from '../../client/storage.ts';
import { t } from '../../client/text.ts';
import { showNotice } from '../kit/notices.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { plainText } from '../parts/preview.tsx';
import { conversationAddress, type Names, type View } from '../routing/address.ts';
import { conversationIn, narrowTo } from '../routing/narrow.ts';
import { views } from '../routing/views.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { saidHtml, type Message } from '../store/message.ts';
import { isPresent } from '../store/page-presence.ts';
import { useUnreadCounts, type UnreadCounts } from '../store/unread.ts';
import { avatarPerson, useChat, useClientState, useNames, useChatState } from '../store/use-chat.ts';
import { currentView, useView } from '../store/use-view.ts';
import { useViewTitle } from '../store/view-title.ts';
import { widgetLine } from '../store/widget-line.ts';
import { canNotify } from './alerts-here.ts';
import type { EarlyArrivals } from './early-arrivals.ts';
import { showOnIcon } from './favicon.ts';
import { notify, withdraw } from './notifications.ts';
import { reportPresence } from './presence-report.ts';
import { callOf, iconCounts } from './rules.ts';
import { playSound } from './sound.ts';
import { blinkTitle, showTitle, stopBlinking } from './title.ts';
import { addToast, countSaid, removeToast, Toasts } from './toasts.tsx';
import '../kit/account.css';
import { WaitingCalls } from './waiting-calls.ts';

/** Only for browsers that get notifications by web push. */
const WorkerLink = lazyPart(async () => (await import('./worker-link.tsx')).WorkerLink);

/** @param early what arrived before this part of the page */
export function Attention({ early }: { early: EarlyArrivals }) {
  const chat = useChat();
  const names = useNames();
  const [waiting] = useState(() => new WaitingCalls());
  const pingSecs = useClientState((state) => state.organization.limits.server_presence_ping_interval_seconds);
  useEffect(() => reportPresence(chat, pingSecs), [chat, pingSecs]);
  useEffect(() => {
    const listener = (messages: readonly Message[]): void => {
      for (const message of messages) void call(chat, names, message, waiting);
    };
    chat.arrivals.add(listener);
    listener(early.take());
    const stop = chat.state.subscribe(({ clientState }, { clientState: before }) => {
      if (clientState === null || clientState.messages.unread === before?.messages.unread) return;
      for (const key of waiting.settle(clientState.messages.unread)) {
        removeToast(key);
        withdraw(key);
      }
    });
    return () => {
      chat.arrivals.delete(listener);
      stop();
    };
  }, [chat, early, names, waiting]);
  useTabSigns();
  return (
    <>
      <ReplacedNotice />
      <Toasts />
      <DesktopDownloads />
      {readStored(`web_push.${chat.session.user_id}`) !== null && (
        <Suspense fallback={null}>
          <WorkerLink />
        </Suspense>
      )}
    </>
  );
}

async function call(chat: ChatModel, names: Names, message: Message, waiting: WaitingCalls): Promise<void> {
  const { clientState } = chat;
  const how = callOf(message, clientState);
  if (!how.isShown && !how.hasSound) return;
  const conversation = conversationOf(message, clientState.me);
  const key = keyOf(conversation);
  const isSeen = isInView(chat, message);
  // Counted in every tab: the next message may be another tab's to tell of.
  const count = how.isShown && !isSeen ? waiting.add(key, message.id) : 0;
  if (!(await takeMessage(clientState.me, message.id)) || isSeen) return;
  // It may have been read meanwhile, in another tab.
  if (chat.clientState.messages.unread.get(key)?.ids.includes(message.id) !== true) return;
  if (how.hasSound && clientState.settings.notification_sound !== 'none') void playSound();
  if (!how.isShown) return;
  const address = conversationAddress(conversation, names);
  const isHidden = conversation.kind === 'direct' && !clientState.settings.pm_content_in_desktop_notifications;
  const place =
    conversation.kind === 'direct' ? '' : `#${names.channel(conversation.channelId) ?? '?'} › ${conversation.topic}`;
  const asText = clientState.settings.emojiset === 'text';
  const text = isHidden ? t('Direct message') : (widgetLine(message) ?? plainText(saidHtml(message), asText));
  const sender = message.sender_full_name;
  addToast({
    key,
    count,
    person: avatarPerson(clientState.users.users.get(message.sender_id), message.sender_id, sender),
    place,
    text,
    address,
  });
  if (isLookedAt()) return;
  if (how.isMention || conversation.kind === 'direct') blinkTitle(t('Direct message from {{name}}', { name: sender }));
  const title = [sender, place, countSaid(count)].filter((part) => part !== '').join(' · ');
  if (canNotify()) notify({ title, text, address, key });
}

const isLookedAt = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Whether someone is there before the message's conversation, or before the end of a list of many at which it comes. */
function isInView(chat: ChatModel, message: Message): boolean {
  if (!isPresent()) return false;
  const { me } = chat.clientState;
  const view = currentView(chat);
  const open = view.kind === 'narrow' ? conversationIn(view.narrow) : null;
  if (open !== null) return keyOf(open) === keyOf(conversationOf(message, me));
  // A list that is not at its end has its place kept.
  return [...chat.visible.keys()].some(
    (key) => chat.ranges.get(key)?.ids.includes(message.id) === true && !chat.anchors.has(key),
  );
}

/** The title, the little picture, and the tray of the desktop app. */
function useTabSigns(): void {
  const counts = useUnreadCounts();
  const view = useView();
  const title = useTitleOf(view);
  const organization = useClientState((state) => state.organization.realm.name);
  const display = useClientState((state) => state.settings.desktop_icon_count_display);
  const count = countFor(counts, display);
  useEffect(() => {
    showTitle(`${title} · ${organization}`, count);
    showOnIcon(count, counts.calls > 0);
    void desktop?.showUnread(count).catch(() => undefined);
  }, [title, organization, count, counts]);
  useEffect(() => {
    // No one counts while the window shows the console.
    const leave = (): void => void desktop?.showUnread(0).catch(() => undefined);
    addEventListener('pagehide', leave);
    const seen = (): void => {
      if (document.visibilityState === 'visible') stopBlinking();
    };
    addEventListener('focus', stopBlinking);
    document.addEventListener('visibilitychange', seen);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('focus', stopBlinking);
      document.removeEventListener('visibilitychange', seen);
      stopBlinking();
      showOnIcon(0, false);
      leave();
    };
  }, []);
}

function countFor(counts: UnreadCounts, display: number): number {
  if (display === iconCounts.none) return 0;
  if (display === iconCounts.all) return counts.total;
  if (display === iconCounts.directAndMentions) return counts.calls;
  const followed = [...counts.byConversation.values()]
    .filter(({ isFollowed, conversation }) => isFollowed && conversation.kind === 'channel')
    .reduce((sum, { ids, mentions }) => sum + ids.length - mentions, 0);
  return counts.calls + followed;
}

const nowhere = narrowTo({ kind: 'direct', userIds: [] });

function useTitleOf(view: View): string {
  const title = useViewTitle(view.kind === 'narrow' ? view.narrow : nowhere);
  return view.kind === 'narrow' ? title : views[view.kind].title();
}

/** Says once that the server has other data than a moment ago: a demo that was put back, or another organization. */
function ReplacedNotice() {
  const replacements = useChatState((state) => state.replacements);
  const [dismissed, setDismissed] = useState(0);
  if (replacements === dismissed) return null;
  return (
    <aside className="first-steps" aria-label={t('Data was restored')} aria-live="polite">
      <p className="first-steps-open">{t('You now see the restored data. Unsent messages were discarded.')}</p>
      <ToolButton icon="close" size={16} label={t('Dismiss')} onClick={() => setDismissed(replacements)} />
    </aside>
  );
}

/** In the window of the desktop app: reports each finished download at the foot of the page. */
function DesktopDownloads() {
  useDownloads(({ text, isError, actions }) => showNotice(text, { isError, actions }));
  return null;
}

/** Time that a hidden tab leaves to the one that is shown. Milliseconds. */
const courtesyMs = 400;

/** One notification for all tabs: the one that is shown comes first. @returns whether it is for this tab to notify; where nothing can be stored each does. */
async function takeMessage(userId: number, messageId: number): Promise<boolean> {
  if (document.visibilityState !== 'visible') await new Promise((resolve) => setTimeout(resolve, courtesyMs));
  const name = `notified.${userId}`;
  const last = Number(readStored(name) ?? 0);
  // After a reset the ids begin again, far below.
  const isNewRun = messageId < last - 100_000;
  if (last >= messageId && !isNewRun) return false;
  writeStored(name, String(messageId));
  return true;
}
