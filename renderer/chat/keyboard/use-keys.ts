/** Does what keys mean, wherever on the page the focus is. */
import { useEffect } from 'react';
import { isSomethingOpen } from '../kit/open-slot.ts';
import { letters } from '../kit/stored-switch.ts';
import type { View } from '../routing/address.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { takeEarlyKey } from './early-keys.ts';
import { commandOf, type Handlers } from './key-map.ts';
import { messageCommands } from './message-commands.ts';
import { viewCommands } from './view-commands.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** @param view that is shown. */
export function useKeys(view: View): void {
  const chat = useChat();
  const names = useNames();
  useEffect(() => {
    const handlers: Handlers = { ...viewCommands(chat, names, view), ...messageCommands(chat, names, view) };
    // What a key closes is gone when the event comes here: it is looked at before anybody hears of the key.
    let wasFloating = false;
    const look = (event: KeyboardEvent): void => {
      wasFloating = isSomethingFloating();
      takeEarlyKey(event);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || wasFloating) return;
      const { target } = event;
      const element = target instanceof Element ? target : null;
      const command = commandOf(event, {
        isMac,
        isInField: element?.closest('input, textarea, select, [contenteditable]') !== null && element !== null,
        isOnControl: element?.closest('button, a, summary, [role="button"]') !== null && element !== null,
        hasLetters: letters.store.getState().isOn,
      });
      if (command !== null && handlers[command]?.() === true) event.preventDefault();
    };
    addEventListener('keydown', look, true);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', look, true);
      removeEventListener('keydown', onKey);
    };
  }, [chat, names, view]);
}

/** What floats has its keys for itself, from the moment when it is asked for: its script may still be on its way. */
const isSomethingFloating = (): boolean =>
  isSomethingOpen() || document.querySelector('dialog[open], [role="menu"], [role="dialog"]') !== null;
