/** Tabs in processes of their own, whose views of the common storage differ for a moment: a user who goes leaves nothing behind. */
import { afterEach, expect, test, vi } from 'vitest';
import type * as PollTurns from './poll-turns.ts';

type Change = [key: string, value: string | null];

/** One tab: its view of the storage, what it changed and the others do not know yet, and who listens to changes in it. */
class Tab {
  static #all: Tab[] = [];
  visibilityState = 'visible';
  turns!: typeof PollTurns;
  readonly #view = new Map<string, string>();
  readonly #changes: Change[] = [];
  readonly #listeners = new Set<(event: { key: string; newValue: string | null }) => void>();

  static async open(): Promise<Tab> {
    const tab = new Tab();
    const [first] = this.#all;
    if (first !== undefined) for (const [key, value] of first.#view) tab.#set(key, value);
    this.#all.push(tab);
    vi.resetModules();
    tab.enter();
    tab.turns = await import('./poll-turns.ts');
    return tab;
  }

  static closeAll(): void {
    this.#all = [];
  }

  /** All tabs see what each has changed, in the order of the tabs. */
  static deliver(): void {
    for (const from of this.#all)
      for (const [key, newValue] of from.#changes.splice(0))
        for (const to of this.#all) if (to !== from) to.#hear(key, newValue);
  }

  /** Its page's script runs next. */
  enter(): this {
    vi.stubGlobal('document', { visibilityState: this.visibilityState });
    vi.stubGlobal('localStorage', this.#storage());
    vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => this.#listeners.add(listener));
    return this;
  }

  mayWait(): boolean {
    return this.enter().turns.mayWait(60_000);
  }

  leave(): void {
    this.enter().turns.leaveTurn();
  }

  hide(): void {
    this.leave();
    this.visibilityState = 'hidden';
  }

  #hear(key: string, newValue: string | null): void {
    this.#set(key, newValue);
    this.enter();
    for (const listener of this.#listeners) listener({ key, newValue });
  }

  #set(key: string, value: string | null): void {
    if (value === null) this.#view.delete(key);
    else this.#view.set(key, value);
  }

  #storage(): object {
    const change = (key: string, value: string | null): void => {
      this.#set(key, value);
      this.#changes.push([key, value]);
    };
    const methods = {
      getItem: (key: string) => this.#view.get(key) ?? null,
      setItem: (key: string, value: string) => change(key, value),
      removeItem: (key: string) => change(key, null),
    };
    for (const method of Object.keys(methods)) Object.defineProperty(methods, method, { enumerable: false });
    return Object.assign(methods, Object.fromEntries(this.#view));
  }
}

afterEach(() => {
  Tab.closeAll();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a tab that is hidden while another is shown leaves no turn behind', async () => {
  let last = await Tab.open();
  expect(last.mayWait()).toBe(true);
  Tab.deliver();
  for (let n = 0; n < 6; n += 1) {
    const next = await Tab.open();
    // Neither knows yet what the other does.
    last.hide();
    expect(next.mayWait()).toBe(true);
    Tab.deliver();
    last = next;
  }
});

test('a turn that runs out is free again, and so is one that is left, which the others are informed', async () => {
  vi.useFakeTimers();
  const [bell, other] = [await Tab.open(), await Tab.open()];
  for (const tab of [bell, other]) tab.visibilityState = 'hidden';
  expect(bell.mayWait()).toBe(true);
  Tab.deliver();
  expect(other.mayWait()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(other.mayWait()).toBe(true);
  Tab.deliver();
  expect(bell.mayWait()).toBe(false);
  const isLeft = vi.fn<() => void>();
  bell.enter().turns.onTurnLeft(isLeft);
  other.leave();
  Tab.deliver();
  expect(isLeft).toHaveBeenCalledOnce();
  expect(bell.mayWait()).toBe(true);
});
