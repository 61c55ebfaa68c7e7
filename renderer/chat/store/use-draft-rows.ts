/** Draft rows, here and on other devices. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { draftRows, type DraftRow } from './later-rows.ts';
import { useChat, useClientState } from './use-chat.ts';

export function useDraftRows(): readonly DraftRow[] {
  const locals = useStore(useChat().writing.drafts.locals);
  const drafts = useClientState((state) => state.own.drafts);
  const me = useClientState((state) => state.me);
  return useMemo(() => draftRows(drafts, locals, me), [drafts, locals, me]);
}
