/** Messages that arrive before the part of the page that notifies of them: kept until it takes them, each once. */
import type { Message } from '../store/message.ts';

interface Source {
  arrivals: Set<(messages: readonly Message[]) => void>;
}

export class EarlyArrivals {
  private messages: Message[] = [];
  private stop: (() => void) | null = null;
  private isTaken = false;

  /** @returns what ends it */
  collect({ arrivals }: Source): () => void {
    if (this.isTaken) return () => undefined;
    const listener = (messages: readonly Message[]): void => void this.messages.push(...messages);
    arrivals.add(listener);
    this.stop = () => void arrivals.delete(listener);
    return () => this.stop?.();
  }

  /** Ends the collection. @returns what has arrived until now; nothing when it was taken before */
  take(): readonly Message[] {
    this.stop?.();
    this.isTaken = true;
    return this.messages.splice(0);
  }
}
