/** The contract's types of registration and events, as the state reads them. */
import type { components } from '../../../server/contract/types.ts';

export type Schemas = components['schemas'];
export type Event = Schemas['Event'];
export type EventType = Event['type'];
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;

type Answer = Schemas['RegisterResponse'];
/** What the answer to a registration of everything has: the contract makes each field optional, since each can be left out. */
export type Registration = {
  readonly [Name in keyof Answer]-?: NonNullable<Answer[Name]> | Extract<Answer[Name], null>;
};
