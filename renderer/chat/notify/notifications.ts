/** Notifications of the browser or the desktop app: one a conversation, whose next message takes its place. */
import { desktop } from '../../client/desktop.ts';

interface Shown {
  title: string;
  text: string;
  address: string;
  /** Of the conversation. */
  key: string;
}

const open = new Map<string, Notification>();

export function notify({ title, text, address, key }: Shown): void {
  try {
    // Without `renotify` what takes the place of another comes unseen. TypeScript's own list has left it out.
    const options: NotificationOptions & { renotify: boolean } = { body: text, tag: key, renotify: true, silent: true };
    const shown = new Notification(title, options);
    open.set(key, shown);
    shown.addEventListener('click', () => {
      window.focus();
      // A hidden window of the app is not brought back by that.
      void desktop?.showWindow().catch(() => undefined);
      location.hash = address;
      shown.close();
    });
  } catch {
    // Chrome on Android has the name of it alone.
  }
}

/** The conversation was read. */
export function withdraw(key: string): void {
  open.get(key)?.close();
  open.delete(key);
}
