/**
 * Votes and ticks that were clicked here while the server is slow: each is shown at once, they leave one after the other, and one that
 * the server did not take is taken back. A tick is a switch, so the same click must not be sent twice.
 */
import { createStore } from 'zustand/vanilla';
import type { Message } from './message.ts';

interface Change {
  /** What was clicked last. */
  isOn: boolean;
  /** Own submessages about it that there will be when all clicks are known here. */
  until: number;
}

type Changes = ReadonlyMap<string, Change>;

/** @returns how many votes or ticks of a user on an option or a task are known, from the submessages of its message. */
export function ownChanges({ submessages }: Pick<Message, 'submessages'>, ownId: number, key: string): number {
  return submessages.filter(({ sender_id: senderId, content }) => senderId === ownId && keyIn(content) === key).length;
}

function keyIn(content: string): unknown {
  try {
    const fields = JSON.parse(content) as { type?: unknown; key?: unknown } | null;
    return fields?.type === 'vote' || fields?.type === 'strike' ? fields.key : undefined;
  } catch {
    return undefined;
  }
}

export class WidgetChanges {
  readonly changes = createStore<Changes>(() => new Map());
  private turn: Promise<unknown> = Promise.resolve();

  /** @param id of the option or task among all. @param seen own changes of it that are known here. @param send whether the server took it. */
  click(id: string, { isOn, seen }: { isOn: boolean; seen: number }, send: () => Promise<boolean>): void {
    const before = this.changes.getState().get(id);
    this.put(id, { isOn, until: Math.max(seen, before?.until ?? 0) + 1 });
    this.turn = this.sendAfter(this.turn, id, send);
  }

  private async sendAfter(before: Promise<unknown>, id: string, send: () => Promise<boolean>): Promise<void> {
    await before;
    if (!(await send())) this.takeBack(id);
  }

  private takeBack(id: string): void {
    const change = this.changes.getState().get(id);
    if (change !== undefined) this.put(id, { isOn: !change.isOn, until: change.until - 1 });
  }

  private put(id: string, change: Change): void {
    this.changes.setState(new Map(this.changes.getState()).set(id, change), true);
  }
}

/** Whether an option or a task is shown as on. @param isOn by what is known of the server. @param seen own changes of it. */
export function isShownOn(change: Change | undefined, isOn: boolean, seen: number): boolean {
  return change !== undefined && change.until > seen ? change.isOn : isOn;
}
