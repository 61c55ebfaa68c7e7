/** The stand-in for Electron's ipcMain: the handlers of calls, and how a page's call reaches them. */
import type { IpcMainInvokeEvent } from 'electron';
import type { Frame } from 'playwright';
import { fromChromium } from './protocol.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

/** What goes back to the page: lib/renderer/api/ipc-renderer throws for `error`. */
export type Reply = { result: unknown } | { error: string };

const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
};

/** @returns a copy without functions and prototypes. @throws Error as V8's serializer words it (shell/common/v8_util.cc, Write) */
export function cloned<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch {
    throw new Error('An object could not be cloned.');
  }
}

/** A call as ipcRenderer.invoke makes it. Only the text of an error reaches the page (lib/browser/ipc-dispatch, replyWithError). */
export async function invoke(from: Frame, channel: string, args: unknown[]): Promise<Reply> {
  const handler = handlers.get(channel);
  const parent = from.parentFrame();
  const senderFrame = { url: fromChromium(from.url()), parent: parent && { url: fromChromium(parent.url()) } };
  try {
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const result: unknown = await Reflect.apply(handler, undefined, [{ senderFrame } as IpcMainInvokeEvent, ...args]);
    return { result: cloned(result) };
  } catch (error) {
    return { error: String(error) };
  }
}
