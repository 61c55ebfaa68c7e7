/** Links between the pages before the chat: the address changes, nothing is loaded again. */
import { useSyncExternalStore, type ReactNode } from 'react';

interface PageStep {
  takenEmail?: string;
  /** The way back skips the page that is left. */
  isReplaced?: boolean;
}

/** Opens a page. Nothing of the chat is behind it: its first view leads back to the inbox (store/way-back.ts). */
export function openPage(path: string, { takenEmail, isReplaced = false }: PageStep = {}): void {
  const state = { depth: 0, ...(takenEmail !== undefined && { takenEmail }) };
  if (isReplaced) history.replaceState(state, '', path);
  else history.pushState(state, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}

/** The path of the page, as it changes. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

/** The address with which someone was sent to sign in, if any. */
export function useTakenEmail(): string | undefined {
  return useSyncExternalStore(subscribe, () => (history.state as { takenEmail?: string } | null)?.takenEmail);
}

export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      className="text-link"
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openPage(to);
      }}
    >
      {children}
    </a>
  );
}
