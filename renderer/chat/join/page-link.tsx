/** Links between the pages before the chat: the address changes, nothing is loaded anew. */
import { useSyncExternalStore, type ReactNode } from 'react';

/** Goes to a page. @param state kept with this step of the history. */
export function openPage(path: string, state: { takenEmail?: string } = {}): void {
  history.pushState(state, '', path);
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

/** The address with which somebody was sent to sign in, if any. */
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
