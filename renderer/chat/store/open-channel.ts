/** The channel that a view is in. */
import type { View } from '../routing/address.ts';

/** @returns null where it is in none, or in one that is named by more than its id. */
export function openChannelOf(view: View): number | null {
  if (view.kind === 'topics') return view.channelId;
  const term = view.kind === 'narrow' ? view.narrow.find(({ operator }) => operator === 'channel') : undefined;
  return typeof term?.operand === 'number' ? term.operand : null;
}
