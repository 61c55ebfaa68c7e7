/** Unread messages with an alert word of the reader: asked for with each registration, and kept up by what arrives. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, request } from '../../client/request.ts';
import type { ChatModel } from './chat-model.ts';

/** As many are counted, the newest. */
const mostCounted = 1000;
const flag = 'has_alert_word';

type Ids = ReadonlySet<number>;

const stores = new WeakMap<ChatModel, StoreApi<Ids>>();

/** @returns ids of such messages, also of those that were read since: the index of unread messages says which count. */
export function alertedOf(chat: ChatModel): StoreApi<Ids> {
  const known = stores.get(chat);
  if (known !== undefined) return known;
  const store = createStore<Ids>(() => new Set());
  stores.set(chat, store);
  const add = (ids: readonly number[]): void => {
    if (ids.length > 0) store.setState(new Set([...store.getState(), ...ids]), true);
  };
  chat.arrivals.add((messages) => add(messages.filter(({ flags }) => flags.includes(flag)).map(({ id }) => id)));
  let asked = 0;
  const look = (): void => {
    const { registrations, clientState } = chat.state.getState();
    if (registrations === asked || clientState === null) return;
    asked = registrations;
    // Other data may have other messages under these ids.
    store.setState(new Set(), true);
    if (clientState.own.alertWords.length > 0) void unreadAlerted().then(add);
  };
  chat.state.subscribe(look);
  look();
  return store;
}

/** @returns none where the server does not answer: they are asked for with the next registration. */
async function unreadAlerted(): Promise<number[]> {
  const narrow = ['alerted', 'unread'].map((operand) => ({ operator: 'is', operand }));
  try {
    const params = { anchor: 'newest', num_before: mostCounted, num_after: 0, narrow, client_gravatar: false };
    const { messages } = await request('GET', '/messages', params);
    return messages.map(({ id }) => id);
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
