/** What registration says about playgrounds of code (contract: RegisterResponse), by the fetch_event_type that asks for it. */
import type { SliceTable, Viewing } from '../acting.ts';
import { playgrounds } from './edit.ts';

export const playgroundsState: SliceTable = {
  realm_playgrounds: playgroundSlice,
};

export function playgroundSlice({ db }: Viewing): Record<string, unknown> {
  return { realm_playgrounds: playgrounds(db) };
}
