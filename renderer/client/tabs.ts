/** Messages between tabs of this browser, through its storage: also where nothing else connects them. */
import { parsed, watchStored, writeStored } from './storage.ts';

const beginning = 'told.';

/** Informs the other tabs, not this one; where nothing can be stored they find out later. @param topic such as "session". @param message JSON. */
export function tellTabs(topic: string, message?: object): void {
  // Only a change is reported.
  writeStored(beginning + topic, JSON.stringify({ turn: `${Date.now()} ${Math.random()}`, message }));
}

/** @returns a function that ends the listening. */
export const onTold = (topic: string, listener: (message: unknown) => void): (() => void) =>
  watchStored(beginning, ({ name, text }) => {
    if (name === topic && text !== null) listener((parsed(text) as { message?: unknown } | undefined)?.message);
  });
