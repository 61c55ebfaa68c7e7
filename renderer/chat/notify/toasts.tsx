/** Messages that call while one looks at something else in the chat: a card each conversation, for a few seconds. */
import { useEffect, useSyncExternalStore } from 'react';
import { t } from '../../client/text.ts';
import { Avatar, type AvatarPerson } from '../kit/avatar.tsx';
import { ToolButton } from '../kit/tool-button.tsx';
import './toasts.css';
import { goTo } from '../store/use-view.ts';

export interface Toast {
  /** Of the conversation: its next message takes the place of the last. */
  key: string;
  person: AvatarPerson;
  /** Where it was said; empty for direct messages. */
  place: string;
  text: string;
  address: string;
  /** Messages of the conversation that called and were not read. */
  count: number;
}

const most = 3;
const shownMs = 8000;
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export function addToast(toast: Toast): void {
  change([...toasts.filter(({ key }) => key !== toast.key), toast].slice(-most));
}

/** The conversation was read. */
export function removeToast(key: string): void {
  if (toasts.some((each) => each.key === key)) change(toasts.filter((each) => each.key !== key));
}

/** @returns "3 new messages"; nothing for a single one, whose words are reported. */
export const countSaid = (count: number): string =>
  count > 1
    ? t('{{count}} new messages', {
        count,
        defaultValue_one: '{{count}} new message',
      })
    : '';

const remove = (toast: Toast): void => change(toasts.filter((each) => each !== toast));

/** It waits for the user who is away, and then as long as anybody needs to read it. @returns a function that calls it off. */
function removeLater(toast: Toast): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = (): void => {
    if (document.visibilityState === 'visible') timer ??= setTimeout(() => remove(toast), shownMs);
  };
  begin();
  document.addEventListener('visibilitychange', begin);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', begin);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <section className="toasts" aria-label={t('New messages')} aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.key} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  useEffect(() => removeLater(toast), [toast]);
  return (
    <div className="toast">
      <button
        type="button"
        className="toast-open"
        onClick={() => {
          remove(toast);
          goTo(toast.address);
        }}
      >
        <Avatar person={toast.person} size="2rem" />
        <span className="toast-words">
          <span className="toast-head">
            <strong className="cut">
              <bdi>{toast.person.name}</bdi>
            </strong>
            {toast.place !== '' && <span className="cut">{toast.place}</span>}
          </span>
          {toast.count > 1 && <span className="toast-count">{countSaid(toast.count)}</span>}
          <span className="toast-text" dir="auto">
            {toast.text}
          </span>
        </span>
      </button>
      <ToolButton icon="close" size={16} label={t('Close')} onClick={() => remove(toast)} />
    </div>
  );
}
