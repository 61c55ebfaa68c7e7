/**
 * Event queue of this page: registered, long-polled, registered again when the server no longer has it, and ended when the page
 * goes. What is done with the events is the caller's.
 */
import type { AnswerOf, ParamsOf } from './api.ts';
import { endBeforeSignOut } from './leaving.ts';
import { longPoll } from './long-poll.ts';
import { page } from './page-port.ts';
import { Patience } from './patience.ts';
import { ring } from './poll-turns.ts';
import { ApiError, inTime, request } from './request.ts';

export type Connection = 'connecting' | 'live' | 'lost';

export type QueuedEvent = AnswerOf<'GET', '/events'>['events'][number];
/** The answer to a registration; it has what was asked for. */
export type Registered = AnswerOf<'POST', '/register'>;

interface Queue {
  queue_id: string;
  last_event_id: number;
}

export interface EventListener {
  params: ParamsOf<'POST', '/register'>;
  /** A queue begins: what happened before it, while the page was loading or the server away, is in the answer or nowhere. */
  onRegistered: (answer: Registered, queueId: string) => void;
  /** One poll, which may have brought nothing. @param isBack the server had not answered before. */
  onEvents: (events: QueuedEvent[], isBack: boolean) => void;
  onConnection: (connection: Connection) => void;
  /** The server does not know the queue any more: what it knows may be other data. */
  onQueueLost?: () => void;
  /** Done before another queue is registered in place of one that was lost. */
  beforeNewQueue?: () => Promise<void>;
}

/** Listens until the returned function is called, and while the page is shown. */
export function listenToEvents(listener: EventListener): () => void {
  let end = start(listener);
  const leave = (): void => void end().catch(() => undefined);
  const resume = (): void => {
    end = start(listener);
  };
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) resume();
  };
  const forget = endBeforeSignOut({ end: () => end(), resume });
  const ends = [page().on('pagehide', leave), page().on('pageshow', comeBack)];
  return () => {
    for (const stop of ends) stop();
    forget();
    leave();
  };
}

/** Signing out waits no longer for the end of a queue, which the server finds out by itself. */
const endLimitMs = 5000;

/** @returns a function that ends the listening and, at once, the queue: a page that goes away has no time to wait. */
function start(listener: EventListener): () => Promise<void> {
  const { params, onRegistered, onEvents, onConnection } = listener;
  const ending = new AbortController();
  const patience = new Patience(ending.signal);
  let queue: Queue | null = null;
  let hasRegistered = false;
  let isLost = false;
  const ask = async (failures: number): Promise<void> => {
    if (queue === null) {
      if (hasRegistered) await listener.beforeNewQueue?.();
      const answer = await inTime((signal) => request('POST', '/register', params, signal), ending.signal);
      const { queue_id, last_event_id } = answer;
      if (queue_id === null) throw new ApiError(401, 'UNAUTHORIZED', 'Nobody is signed in.');
      queue = { queue_id, last_event_id };
      hasRegistered = true;
      onRegistered(answer, queue_id);
      onConnection('live');
    }
    const asked = queue;
    const waits = failures === 0 && patience.mayWait();
    const answer = await patience.while(waits, (signal) =>
      request('GET', '/events', { ...asked, dont_block: !waits }, signal),
    );
    if (answer === null) return;
    isLost = false;
    const { events } = answer;
    if (waits && events.some(({ type }) => type !== 'heartbeat')) ring();
    onEvents(events, failures > 0);
    asked.last_event_id = Math.max(asked.last_event_id, ...events.map(({ id }) => id));
    onConnection('live');
    if (!waits) await patience.rest();
  };
  const onFailure = (error: unknown): void => {
    const isQueueLost = error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID';
    // The tabs that rest would find out a minute later.
    if (isQueueLost || !isLost) ring();
    if (isQueueLost) {
      queue = null;
      listener.onQueueLost?.();
    } else {
      onConnection('lost');
      isLost = true;
    }
  };
  void longPoll({ ask, onFailure }, ending.signal);
  return async () => {
    ending.abort();
    patience.end();
    const last = queue;
    queue = null;
    if (last === null) return;
    await inTime((signal) => request('DELETE', '/events', { queue_id: last.queue_id }, signal), undefined, endLimitMs);
  };
}
