/** Web push in this browser: its service worker and its subscription. */
import { browserName } from '../../client/browser-name.ts';
import { desktop } from '../../client/desktop.ts';
import { request } from '../../client/request.ts';
import { readStored, writeStored } from '../../client/storage.ts';
import { t } from '../../client/text.ts';
import { answerWorker, workerScope as scope } from './worker-link.tsx';

const script = `${scope}notifications-worker.js`;

export type PushHere = 'possible' | 'desktop' | 'insecure' | 'home screen' | 'missing' | 'denied';

/** Whether this browser can get notifications while the chat is closed, and why not. */
export function pushHere(): PushHere {
  if (desktop !== undefined) return 'desktop';
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'home screen' : 'missing';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** One sentence for the settings; undefined where it is possible. */
export function pushSentence(state: PushHere): string | undefined {
  switch (state) {
    case 'possible':
      return undefined;
    case 'desktop':
      return t('This app notifies you about messages, even while its window is closed.');
    case 'insecure':
      return t('This needs an https address. An administrator can turn on HTTPS (Console > Network).');
    case 'home screen':
      return t('On an iPhone or iPad, tap Share and "Add to Home Screen", and open the chat from there.');
    case 'missing':
      return t('This browser does not support notifications while the chat is closed.');
    case 'denied':
      return t("Notifications for this page are blocked in your browser's settings.");
  }
}

const storedName = (me: number): string => `web_push.${me}`;

/** Id of the subscription that this browser has for a user; null for none. */
export const ownSubscription = (me: number): number | null => Number(readStored(storedName(me)) ?? 0) || null;

/** Asks for the permission, subscribes, and adds this browser. Called by a click alone. @throws Error with a sentence */
export async function turnOnPush(me: number, showsText: boolean): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(pushSentence('denied'));
  const registration = await navigator.serviceWorker.register(script, { scope, updateViaCache: 'none' });
  const { application_server: key } = await request('POST', '/users/me/web_push/key');
  const subscription = await subscribed(registration, key);
  const { endpoint, keys } = subscription.toJSON();
  const { subscription_id: id } = await request('POST', '/users/me/web_push', {
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
    name: browserName(navigator.userAgent),
    shows_text: showsText,
  });
  // From the next opening of the page on it answers on its own.
  if (ownSubscription(me) === null) answerWorker();
  writeStored(storedName(me), String(id));
}

async function subscribed(registration: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // One that was made with the key of another server, or of data that was replaced.
    const former = await registration.pushManager.getSubscription();
    if (former === null)
      throw new Error(t("This browser's push service can't be reached. It needs internet access."), { cause: error });
    await former.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}

/** Removes a browser of the user; this one also forgets its subscription. */
export async function removePush(me: number, id: number): Promise<void> {
  await request('DELETE', `/users/me/web_push/${id}`);
  if (ownSubscription(me) !== id) return;
  writeStored(storedName(me), null);
  const registration = await navigator.serviceWorker.getRegistration(scope);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
