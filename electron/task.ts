/** One task with a data folder (move, restore, recover), done by the server's own program in a process of its own. */
import type { Refusal, TaskReport } from '../server/desktop-link.ts';
import { stopLimitMs, type ServerChild } from './server-process.ts';

/** The task was not done; nothing was changed. The message is a sentence. */
export class TaskRefused extends Error {
  override readonly name = 'TaskRefused';
  readonly reason: Refusal;

  constructor(reason: Refusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface TaskOptions {
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  /** Ends it early: it takes back what is half done, and is killed if that takes longer than a server may take to stop. */
  signal: AbortSignal;
  /** Calls back after `ms`; returns a function that calls it off. */
  after: (ms: number, fn: () => void) => () => void;
}

/** @throws TaskRefused when the program says why not, or ends without a word */
export function runTask(child: ServerChild, { onProgress, signal, after }: TaskOptions): Promise<TaskReport> {
  return new Promise((done, failed) => {
    let callOff = (): void => undefined;
    const stop = (): void => {
      callOff = after(stopLimitMs, () => child.kill());
      child.send({ type: 'stop' });
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    let said = '';
    child.onOutput((text) => (said = `${said}${text}`.slice(-2000)));
    child.onMessage((message) => {
      if (message.type === 'progress') onProgress(message.total === 0 ? 0 : message.done / message.total);
      if (message.type === 'finished') done(message.report);
      if (message.type === 'refused') failed(new TaskRefused(message.reason, message.message));
      if (message.type === 'finished' || message.type === 'refused') child.send({ type: 'stop' });
    });
    // After its last message this changes nothing.
    child.onExit(() => {
      signal.removeEventListener('abort', stop);
      callOff();
      failed(new TaskRefused('other', said.trim().split('\n').at(-1) || 'The task ended without a message.'));
    });
  });
}
