/** The stand-in for Electron's ipcMain: the handlers of calls, and how a page's call reaches them. */
import type { IpcMainInvokeEvent } from 'electron';
import type { Frame } from 'playwright';
import { fromChromium } from './protocol.ts';

type Handler = Parameters<Electron.IpcMain['handle']>[1];

const handlers = new Map<string, Handler>();

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
};

/** A call as ipcRenderer.invoke makes it. @throws Error worded as Electron words it */
export async function invoke(from: Frame, channel: string, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  const parent = from.parentFrame();
  const senderFrame = { url: fromChromium(from.url()), parent: parent && { url: fromChromium(parent.url()) } };
  try {
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    return await (Reflect.apply(handler, undefined, [{ senderFrame } as IpcMainInvokeEvent, ...args]) as unknown);
  } catch (error) {
    throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error });
  }
}
