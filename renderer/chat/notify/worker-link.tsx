/** Messages between a page and the notification service worker. */
import { useEffect } from 'react';
import type { ClientState } from '../../client/state/state.ts';
import { useClientState } from '../store/use-chat.ts';
import { canNotify } from './alerts-here.ts';

export const workerScope = '/chat/';

/** Answers the worker, and takes away what it shows of messages that are read. */
export function WorkerLink() {
  const unread = useClientState((state) => state.messages.unread);
  useEffect(answerWorker, []);
  useEffect(() => void closeReadPushes(unread), [unread]);
  return null;
}

/** Answers the worker as long as the page is awake. @returns ends it. */
export function answerWorker(): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const listener = ({ data, ports }: MessageEvent): void => {
    const { type, address } = data as { type?: string; address?: string };
    if (type === 'pushed') ports[0]?.postMessage(document.visibilityState === 'visible' || canNotify());
    if (type === 'open' && address !== undefined) location.hash = new URL(address, location.href).hash;
  };
  navigator.serviceWorker.addEventListener('message', listener);
  navigator.serviceWorker.startMessages();
  return () => navigator.serviceWorker.removeEventListener('message', listener);
}

/** Takes away what the worker has shown of messages that are read. */
async function closeReadPushes(unread: ClientState['messages']['unread']): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(workerScope);
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const { messageId } = shown.data as { messageId: number | null };
    if (messageId !== null && ![...unread.values()].some(({ ids }) => ids.includes(messageId))) shown.close();
  }
}
