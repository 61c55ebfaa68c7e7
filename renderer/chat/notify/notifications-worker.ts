/**
 * The service worker of the chat: shows notifications that come by web push, also while no page is open. It is one script without
 * imports, served at a fixed address, and answers no requests of pages.
 */

/** What the server sends (server/domain/messages/notifying/browsers.ts). */
interface Pushed {
  kind: 'message' | 'test';
  tag: string;
  title: string;
  body: string;
  path: string;
  message_id: number | null;
  waiting: string[] | null;
}

interface Page {
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer?: readonly MessagePort[]): void;
}

interface PushLike extends Event {
  readonly data: { json(): unknown } | null;
  waitUntil(done: Promise<unknown>): void;
}

interface ClickLike extends Event {
  readonly notification: Notification;
  waitUntil(done: Promise<unknown>): void;
}

/** What a service worker has; the types of pages know none of it. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Event) => void): void;
  addEventListener(type: 'push', listener: (event: PushLike) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickLike) => void): void;
}

declare const self: WorkerScope;
const worker = self;
/** So long a page may take to say that it notifies on its own: one that sleeps does not answer. Milliseconds. */
const patienceMs = 1000;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Pushed | undefined)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(open(path));
});

async function show(pushed: Pushed | undefined): Promise<void> {
  if (pushed === undefined) return;
  await closeRead(pushed);
  if (pushed.kind === 'message' && (await isShownByPage(pushed))) return;
  // Without `renotify` what takes the place of another comes unseen.
  const options: NotificationOptions & { renotify: boolean } = {
    body: pushed.body,
    tag: pushed.tag,
    renotify: true,
    data: { path: pushed.path, messageId: pushed.message_id, tag: pushed.tag },
  };
  await worker.registration.showNotification(pushed.title, options);
}

/** What was read elsewhere is taken away with the next notification: browsers allow none that shows nothing. */
async function closeRead({ waiting }: Pushed): Promise<void> {
  if (waiting === null) return;
  for (const shown of await worker.registration.getNotifications()) if (!waiting.includes(shown.tag)) shown.close();
}

/** Whether a page of the chat that is awake notifies of the message. */
async function isShownByPage({ message_id: messageId }: Pushed): Promise<boolean> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const answers = pages.map(
    (page) =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', ({ data }) => resolve(data === true));
        port1.start();
        setTimeout(() => resolve(false), patienceMs);
        page.postMessage({ type: 'pushed', messageId }, [port2]);
      }),
  );
  return (await Promise.all(answers)).includes(true);
}

async function open(path: string): Promise<void> {
  const address = path.replace(/^\/(?=#)/, '/chat/');
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
  if (page === undefined) {
    await worker.clients.openWindow(address);
    return;
  }
  await page.focus();
  page.postMessage({ type: 'open', address }, []);
}
