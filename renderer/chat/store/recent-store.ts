/** The messages by which Recent knows its conversations: the newest are asked for once, older ones on request, new ones come by events. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, request } from '../../client/request.ts';
import { keyOf, type ConversationKey } from '../../client/state/conversation.ts';
import { conversationOf } from '../../client/state/messages.ts';
import type { ChatModel } from './chat-model.ts';
import type { Message } from './message.ts';
import { untilAnswered } from './open-range.ts';
import { withEvents, type KnownMessages } from './recent-rows.ts';

export interface RecentState {
  messages: KnownMessages;
  /** Conversations in which the reader wrote lately. */
  ownKeys: ReadonlySet<ConversationKey>;
  isLoading: boolean;
  foundOldest: boolean;
  error: ApiError | null;
}

const pageSize = 400;
/** Of them the reader's own messages tell where they take part. */
const ownPageSize = 300;

class RecentStore {
  readonly state: StoreApi<RecentState>;
  private readonly chat: ChatModel;
  private registrations = 0;

  constructor(chat: ChatModel) {
    this.chat = chat;
    this.state = createStore<RecentState>(() => ({
      messages: new Map(),
      ownKeys: new Set(),
      isLoading: false,
      foundOldest: false,
      error: null,
    }));
    chat.eventListeners.add((events) => {
      const { messages } = this.state.getState();
      const after = withEvents(messages, events, chat.session.user_id);
      if (after !== messages) this.state.setState({ messages: after });
    });
  }

  /** Asks for the newest, unless events have told of everything since. @param registrations of the chat until now. */
  async refresh(registrations: number): Promise<void> {
    if (this.registrations === registrations) return;
    this.registrations = registrations;
    this.state.setState({ messages: new Map(), foundOldest: false });
    await Promise.all([this.fetch('newest'), this.fetchOwn()]);
  }

  async loadOlder(): Promise<void> {
    const { messages, isLoading, foundOldest } = this.state.getState();
    if (isLoading || foundOldest) return;
    await this.fetch(messages.size === 0 ? 'newest' : Math.min(...messages.keys()));
  }

  private fetch(anchor: number | 'newest'): Promise<void> {
    const { registrations } = this;
    const errorOf = (): ApiError | null => (registrations === this.registrations ? this.state.getState().error : null);
    return untilAnswered(() => this.take(anchor), errorOf);
  }

  private async take(anchor: number | 'newest'): Promise<void> {
    this.state.setState({ isLoading: true });
    const me = this.chat.session.user_id;
    const askedAt = this.chat.messages.now();
    try {
      const answer = await request('GET', '/messages', {
        anchor: String(anchor),
        include_anchor: anchor === 'newest',
        num_before: pageSize,
        num_after: 0,
        client_gravatar: false,
        allow_empty_topic_name: true,
      });
      const known = new Map(this.state.getState().messages);
      const newest = new Map<ConversationKey, Message>();
      for (const message of answer.messages) {
        const conversation = conversationOf(message, me);
        // What an event told meanwhile is newer.
        if (!known.has(message.id)) known.set(message.id, { conversation, senderId: message.sender_id });
        newest.set(keyOf(conversation), message);
      }
      if (!this.chat.messages.put([...newest.values()], askedAt)) return await this.take(anchor);
      this.state.setState({ messages: known, foundOldest: answer.found_oldest, isLoading: false, error: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.state.setState({ error, isLoading: false });
    }
  }

  private async fetchOwn(): Promise<void> {
    const me = this.chat.session.user_id;
    try {
      const { messages } = await request('GET', '/messages', {
        anchor: 'newest',
        num_before: ownPageSize,
        num_after: 0,
        narrow: [{ operator: 'sender', operand: me }],
        client_gravatar: false,
        apply_markdown: false,
        allow_empty_topic_name: true,
      });
      this.state.setState({ ownKeys: new Set(messages.map((message) => keyOf(conversationOf(message, me)))) });
    } catch (error) {
      // The filter still knows those of the loaded messages.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}

const stores = new WeakMap<ChatModel, RecentStore>();

/** @returns the one of this chat; it listens from the first time on. */
export function recentOf(chat: ChatModel): RecentStore {
  const known = stores.get(chat) ?? new RecentStore(chat);
  stores.set(chat, known);
  return known;
}
