/**
 * Unsaved input is discarded only after confirmation: on the way to another tab or screen, back, by Escape, and by
 * closing the window, where the browser asks.
 */
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { t } from '../../client/text.ts';
import { ConfirmModal } from './confirm-modal.tsx';

interface Form {
  isDirty: () => boolean;
  /** Where it stands. */
  href: string;
}

const forms = new Set<Form>();
const listeners = new Set<() => void>();
/** Where someone wants to go who is being asked. */
let wanted: (() => void) | null = null;
/** Someone has answered that the changes may go. */
let isLeaving = false;
/** The same, until the browser has gone back. */
let isGoingBack = false;

const dirty = (): Form | undefined => (isLeaving ? undefined : [...forms].find(({ isDirty }) => isDirty()));

function ask(go: (() => void) | null): void {
  wanted = go;
  for (const listener of listeners) listener();
}

/** Goes on, after a question where changes would be lost. */
export function leave(go: () => void): void {
  if (dirty() === undefined) go();
  else ask(go);
}

/** Goes on without a question: what is lost was given up by name. */
export function leaveAnyway(go: () => void): void {
  isLeaving = true;
  try {
    go();
  } finally {
    isLeaving = false;
  }
}

/** @param isDirty is asked when someone is about to leave; false while the changes are being saved. */
export function useUnsaved(isDirty: () => boolean): void {
  const current = useEffectEvent(isDirty);
  useEffect(() => {
    const form: Form = { isDirty: () => current(), href: window.location.href };
    forms.add(form);
    return () => void forms.delete(form);
  }, []);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** To be called once, before anything else hears of the browser's history. */
export function watchLeaving(): void {
  window.addEventListener('beforeunload', (event) => {
    if (dirty() !== undefined) event.preventDefault();
  });
  window.addEventListener('popstate', (event) => {
    const form = isGoingBack ? undefined : dirty();
    isGoingBack = false;
    if (form === undefined) return;
    // The browser is there already: the page stays until someone has answered.
    event.stopImmediatePropagation();
    window.history.pushState(null, '', form.href);
    ask(() => {
      isGoingBack = true;
      window.history.back();
    });
  });
}

/** The question itself, once on the page. */
export function UnsavedQuestion() {
  const isAsked = useSyncExternalStore(subscribe, () => wanted !== null);
  if (!isAsked) return null;
  const discard = (): void => {
    const go = wanted;
    ask(null);
    if (go !== null) leaveAnyway(go);
  };
  return (
    <ConfirmModal
      title={t('Discard your changes?')}
      confirmLabel={t('Discard changes')}
      cancelLabel={t('Keep editing')}
      pending={false}
      error={null}
      onConfirm={discard}
      onClose={() => ask(null)}
    >
      {t('You have unsaved changes.')}
    </ConfirmModal>
  );
}
