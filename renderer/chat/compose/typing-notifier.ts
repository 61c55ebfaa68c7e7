/** Typing notifications of the user: when it begins, again while it goes on, and when it ends or rests. */
import { inTime, request } from '../../client/request.ts';
import type { Conversation } from '../../client/state/conversation.ts';

interface Pace {
  /** Between two tellings of the same, in milliseconds. */
  againAfterMs: number;
  /** Without a key for so long one has stopped, in milliseconds. */
  restsAfterMs: number;
}

export class TypingNotifier {
  private readonly conversation: Conversation;
  private readonly pace: Pace;
  private toldAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(conversation: Conversation, pace: Pace) {
    this.conversation = conversation;
    this.pace = pace;
  }

  /** A key was pressed. */
  typed(): void {
    const now = Date.now();
    if (this.toldAt === null || now - this.toldAt >= this.pace.againAfterMs) {
      this.toldAt = now;
      this.tell('start');
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop(), this.pace.restsAfterMs);
  }

  /** The text was sent, emptied, or left. */
  stop(): void {
    clearTimeout(this.timer);
    if (this.toldAt === null) return;
    this.toldAt = null;
    this.tell('stop');
  }

  private tell(op: 'start' | 'stop'): void {
    const { conversation } = this;
    const to =
      conversation.kind === 'direct'
        ? ({ type: 'direct', to: conversation.userIds } as const)
        : ({ type: 'stream', stream_id: conversation.channelId, topic: conversation.topic } as const);
    // No one misses it, if the server is away.
    const tell = (signal: AbortSignal) => request('POST', '/typing', { op, ...to }, signal, {}, op === 'stop');
    void inTime(tell).catch(() => undefined);
  }
}
