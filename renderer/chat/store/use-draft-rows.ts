/** Everything that is half written, here and on other devices. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { draftRows, type DraftRow } from './later-rows.ts';
import { useChat, useKnown } from './use-chat.ts';

export function useDraftRows(): readonly DraftRow[] {
  const locals = useStore(useChat().writing.drafts.locals);
  const drafts = useKnown((known) => known.own.drafts);
  const me = useKnown((known) => known.me);
  return useMemo(() => draftRows(drafts, locals, me), [drafts, locals, me]);
}
