/**
 * The chat behind its views, without a screen: the state by register and events, the messages and ranges that are open, and
 * the outbox. One poll is one change; a lost queue is registered again in place, and nothing that was typed or scrolled is lost.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { listenToEvents, type Connection, type QueuedEvent, type Registered } from '../../client/event-queue.ts';
import { goOnSignedIn, tryNow } from '../../client/long-poll.ts';
import { page } from '../../client/page-port.ts';
import type { Session } from '../../client/session.ts';
import { inChannel } from '../../client/state/conversation.ts';
import type { Event, Registration } from '../../client/state/events.ts';
import { withoutExpired } from '../../client/state/presence.ts';
import { reduceAll } from '../../client/state/reduce.ts';
import { registerParams, stateFrom, type ClientState } from '../../client/state/state.ts';
import { readAddress } from '../routing/address.ts';
import { extraTerms, isUnnamed, narrowKey, narrowTo } from '../routing/narrow.ts';
import { homeOf, matchContextOf, type ChatState } from './chat-state.ts';
import { ConversationMoves } from './conversation-moves.ts';
import { OpenFeed } from './feed-control.ts';
import { MessageStore } from './message-store.ts';
import type { Message } from './message.ts';
import { OutboxRunner } from './outbox-runner.ts';
import { RangeStore } from './range-store.ts';
import { Reading } from './reading.ts';
import { SentMessages } from './sent-messages.ts';
import { Writing } from './writing.ts';

/** How often it is looked whether someone stopped typing without a word. */
const typingTickMs = 5000;

/** The first message that was wholly on the screen, and its distance from the upper edge in pixels. */
export interface ScrollAnchor {
  messageId: number;
  offset: number;
}

export interface ChatModelOptions {
  session: Session;
  /** Asks the server again who is signed in to which data; null when no one is. */
  readSession: () => Promise<Session | null>;
  /** Whether this browser is signed in as this user now. */
  isSignedIn: () => boolean;
}

export class ChatModel {
  readonly session: Session;
  readonly moves = new ConversationMoves();
  private readonly readSession: ChatModelOptions['readSession'];
  private dataId: string;
  readonly state: StoreApi<ChatState>;
  readonly messages = new MessageStore();
  readonly ranges: RangeStore;
  readonly outbox: OutboxRunner;
  private readonly sent: SentMessages;
  readonly writing: Writing;
  /** Told of the messages of each poll that brought some, in their order. */
  readonly arrivals = new Set<(messages: readonly Message[]) => void>();
  /** What each open list shows, so that a lost queue can be made good around it. */
  readonly visible = new Map<string, readonly [number, number] | null>();
  /** Told of the events of each poll, after the state has them. */
  readonly eventListeners = new Set<(events: readonly Event[]) => void>();
  /** Where each list was left that was not at its end, by the key of its narrow: it opens there again. */
  readonly anchors = new Map<string, ScrollAnchor>();
  readonly feed = new OpenFeed();
  readonly reading: Reading;
  private queueId: string | null = null;
  /** Who this is, in which data. */
  private home: string | null = null;
  /** The range that was asked for before there was a queue. */
  private earlyKey: string | null = null;

  constructor({ session, readSession, isSignedIn }: ChatModelOptions) {
    this.session = session;
    this.readSession = readSession;
    this.dataId = session.data_id;
    this.state = createStore<ChatState>(() => ({
      clientState: null,
      connection: 'connecting',
      lostSince: null,
      outboxKeys: new Map(),
      moved: null,
      registrations: 0,
      replacements: 0,
    }));
    this.ranges = new RangeStore({
      messages: this.messages,
      context: () => matchContextOf(this.state.getState().clientState, session.user_id),
      extraTerms,
      flagsTold: async () => this.reading.told(),
      visible: (key) => this.visible.get(key) ?? null,
    });
    this.reading = new Reading({
      applyLocally: (messages) => this.applyLocally({ op: 'add', messages }),
      maySend: () => this.outbox.maySend,
    });
    this.outbox = new OutboxRunner({
      userId: session.user_id,
      maySend: isSignedIn,
      queueId: () => this.queueId,
      onSent: (key, id) => this.sent.settle(key, id),
      onEdit: (entry) => this.writing.takeBack(entry),
    });
    const { messages, ranges, outbox } = this;
    this.sent = new SentMessages({ messages, ranges: ranges, outbox, onShown: (key, id) => this.noteSent(key, id) });
    const home = (clientState: ClientState): string => this.homeIn(clientState);
    this.writing = new Writing({ userId: session.user_id, state: this.state, messages, outbox, homeOf: home });
  }

  /** Asks for what the address shows while the state of everything else is still on its way. */
  private openEarly(): void {
    const view = readAddress(page().address(), this.session.user_id);
    if (view.kind !== 'narrow' || view.with !== null || isUnnamed(view.narrow)) return;
    this.earlyKey = narrowKey(view.narrow);
    void this.ranges.open(view.narrow, view.near ?? 'first_unread');
  }

  /** Listens to the server until the returned function is called. */
  start(): () => void {
    if (this.state.getState().clientState === null) this.openEarly();
    const stop = listenToEvents({
      params: registerParams,
      onRegistered: (answer, queueId) => this.register(answer, queueId),
      onEvents: (events, isBack) => this.receive(events, isBack),
      onConnection: (connection) => this.noteConnection(connection),
      onQueueLost: () => this.outbox.hold(),
      beforeNewQueue: () => this.lookAtData(),
    });
    const ticking = setInterval(() => this.tick(), typingTickMs);
    const flush = (): void => {
      this.reading.send();
      this.writing.drafts.flush();
    };
    const endFlushing = page().on('pagehide', flush);
    return () => {
      for (const end of [stop, endFlushing]) end();
      clearInterval(ticking);
      flush();
      this.outbox.stop();
    };
  }

  /** Someone was signed out, and is back. */
  goOn(): void {
    goOnSignedIn();
    this.outbox.tryNow();
    this.writing.drafts.flush();
  }

  /** @throws Error before the first registration: no view is shown until then. */
  get clientState(): ClientState {
    const { clientState } = this.state.getState();
    if (clientState === null) throw new Error('The server has not told its state yet.');
    return clientState;
  }

  /** Who this is, in which data: what was written for others, sent or not, belongs to what is gone. */
  private homeIn(clientState: ClientState): string {
    return `${homeOf(clientState)} ${this.dataId}`.trim();
  }

  /** The queue is gone: perhaps all data are. */
  private async lookAtData(): Promise<void> {
    const session = await this.readSession();
    if (session !== null) this.dataId = session.data_id;
  }

  private register(answer: Registered, queueId: string): void {
    const before = this.state.getState().clientState;
    // It was asked for everything.
    const clientState = stateFrom(answer as Registration);
    const registrations = this.state.getState().registrations + 1;
    this.queueId = queueId;
    const home = this.homeIn(clientState);
    const isReplaced = this.home !== null && this.home !== home;
    this.home = home;
    if (isReplaced) {
      this.messages.clear();
      this.ranges.clear();
      this.anchors.clear();
      this.reading.clear();
      const replacements = this.state.getState().replacements + 1;
      this.state.setState({ clientState, registrations, replacements, outboxKeys: new Map(), moved: null });
    } else {
      this.state.setState({ clientState, registrations });
      if (before !== null) void this.ranges.renew(this.visible).then(() => this.sent.settleAll());
    }
    // What came between its answer and the beginning of the queue no one told.
    if (before === null && this.earlyKey !== null) void this.ranges.reread(this.earlyKey);
    this.outbox.start(home);
    void this.writing.lookAtEdits();
  }

  private receive(events: readonly QueuedEvent[], isBack: boolean): void {
    const before = this.state.getState().clientState;
    if (before === null) return;
    const clientState = reduceAll(before, events, Date.now());
    if (clientState !== before) this.state.setState({ clientState });
    const touched = new Map<number, Message>();
    for (const event of events) this.applyToMessages(event, touched);
    this.ranges.place([...touched.values()]);
    // After what moved has left the ranges: they tell whether anything stayed.
    for (const event of events) if (event.type === 'update_message') this.noteMove(event);
    const messages = events.flatMap((event) => (event.type === 'message' && touched.get(event.message.id)) || []);
    if (messages.length > 0) for (const listener of this.arrivals) listener(messages);
    for (const listener of this.eventListeners) listener(events);
    if (isBack) {
      this.reading.send();
      this.outbox.tryNow();
      this.writing.drafts.flush();
      this.sent.settleAll();
      tryNow();
    }
  }

  /** @param touched gets the messages whose place in the ranges must be looked at again. */
  private applyToMessages(event: Event, touched: Map<number, Message>): void {
    if (event.type === 'message') {
      const message = { ...event.message, flags: event.flags } as Message;
      this.messages.add(message);
      touched.set(message.id, message);
      if (event.local_message_id !== undefined) this.outbox.arrived(event.local_message_id, message.id);
      this.sent.arrived(message.id);
      return;
    }
    if (event.type === 'delete_message') {
      const ids = event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
      this.writing.takeEdits(ids);
      this.messages.delete(ids);
      this.ranges.remove(ids);
      for (const id of ids) touched.delete(id);
      return;
    }
    this.messages.apply(event);
    if (event.type === 'update_message') {
      for (const id of event.message_ids) this.touch(id, touched);
    }
    if (event.type === 'update_message_flags') {
      for (const id of event.messages) this.touch(id, touched);
      if (event.flag === 'read' && event.op === 'remove') this.pauseLists(event.messages);
    }
  }

  /** Marked as unread elsewhere: a list that shows these must not read them at once again. */
  private pauseLists(ids: readonly number[]): void {
    for (const key of this.visible.keys())
      if (this.ranges.get(key)?.ids.some((id) => ids.includes(id)) === true) this.reading.pausedLists.add(key);
  }

  private touch(id: number, touched: Map<number, Message>): void {
    const message = this.messages.get(id);
    if (message !== undefined) touched.set(id, message);
  }

  private noteMove(event: Extract<Event, { type: 'update_message' }>): void {
    const { orig_subject: before, subject, stream_id: from, new_stream_id: to, user_id: byUserId } = event;
    if (from === undefined || before === undefined) return;
    const moved = { from: inChannel(from, before), to: inChannel(to ?? from, subject ?? before), byUserId };
    const [keyFrom, keyTo] = [narrowKey(narrowTo(moved.from)), narrowKey(narrowTo(moved.to))];
    // Where something stays behind the conversation goes on, and the user who writes in it stays as well.
    const left = this.ranges.get(keyFrom);
    if (event.propagate_mode !== 'change_all' && (left === undefined || !left.foundOldest || left.ids.length > 0))
      return;
    this.moves.note(moved.from, moved.to);
    const anchor = this.anchors.get(keyFrom);
    if (anchor !== undefined) this.anchors.set(keyTo, anchor);
    this.outbox.redirect(moved.from, moved.to);
    this.writing.moveWords(moved.from, moved.to);
    this.state.setState({ moved });
  }

  /** The message takes the row of its entry. */
  private noteSent(key: string, id: number): void {
    this.state.setState(({ outboxKeys }) => ({ outboxKeys: new Map(outboxKeys).set(id, key) }));
  }

  private noteConnection(connection: Connection): void {
    const { connection: before, lostSince: since } = this.state.getState();
    if (before === connection) return;
    const lostSince = connection === 'lost' ? (since ?? Date.now()) : null;
    this.state.setState({ connection, lostSince });
    if (connection === 'live') this.outbox.release();
    else this.outbox.hold();
  }

  private tick(): void {
    const { clientState } = this.state.getState();
    if (clientState === null) return;
    const presence = withoutExpired(clientState.presence, Date.now());
    if (presence !== clientState.presence) this.state.setState({ clientState: { ...clientState, presence } });
  }

  private applyLocally({ op, messages }: { op: 'add'; messages: number[] }): void {
    const event = { id: -1, type: 'update_message_flags', op, flag: 'read', messages, all: false } as const;
    const { clientState } = this.state.getState();
    if (clientState !== null) this.state.setState({ clientState: reduceAll(clientState, [event], Date.now()) });
    this.messages.apply(event);
  }
}
