/** Initial-state interface of a noun: its part of the initial state, by the fetch_event_type (contract: RegisterRequest, RegisterResponse). */
import type { ClientCapabilities } from '../events/queue.ts';
import type { Viewing } from './acting.ts';
import type { UnreadLists } from './messages/reading/unread-lists.ts';

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

/** What was looked up for a registration before its transaction, and may have changed since. */
export interface StateAhead {
  unread?: UnreadLists;
}

/** Fields of the registration answer for one fetch_event_type. Reads; never writes. */
export type StatePart = (viewing: Viewing, options: StateOptions, ahead: StateAhead) => Record<string, unknown>;

/** Parts of the state by the fetch_event_type that asks for them. */
export type StateParts = Record<string, StatePart>;

/** Was this type asked for? Asking for nothing in particular asks for all. */
export const wantsType = (options: StateOptions, type: string): boolean => options.fetchTypes?.has(type) ?? true;

/** Whether the client asks for archived channels too. */
export const knowsArchived = (options: StateOptions): boolean => options.capabilities.archived_channels === true;
