/**
 * What registration answers, cut into slices: each noun exports its own, and initial-state.ts puts together those that a
 * client asked for. A leaf with types only.
 */
import type { ClientCapabilities } from '../events/queue.ts';
import type { Viewing } from './acting.ts';

/** What a client asked for at registration (contract: RegisterRequest). */
export interface StateOptions {
  /** null = everything. */
  fetchTypes: ReadonlySet<string> | null;
  clientGravatar: boolean;
  slimPresence: boolean;
  includeSubscribers: boolean | 'partial';
  presenceHistoryLimitDays: number;
  capabilities: ClientCapabilities;
}

/** Fields of the registration answer for one fetch_event_type. Reads; never writes. */
export type Slice = (viewing: Viewing, options: StateOptions) => Record<string, unknown>;

/** Slices by the fetch_event_type that asks for them. */
export type SliceTable = Record<string, Slice>;

/** Was this type asked for? Asking for nothing in particular asks for all. */
export const wantsType = (options: StateOptions, type: string): boolean => options.fetchTypes?.has(type) ?? true;
