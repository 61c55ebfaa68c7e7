/** Words between the tabs of this browser, through its storage: also where nothing else connects them. */
import { watchStored, writeStored } from './storage.ts';

const beginning = 'told.';

/** Tells the other tabs, not this one; where nothing can be stored they find out later. @param topic such as "session". */
export function tellTabs(topic: string): void {
  // Only a change is reported.
  writeStored(beginning + topic, `${Date.now()} ${Math.random()}`);
}

/** @returns a function that ends the listening. */
export const onTold = (topic: string, listener: () => void): (() => void) =>
  watchStored(beginning, ({ name, text }) => {
    if (name === topic && text !== null) listener();
  });
