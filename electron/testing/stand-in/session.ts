/** The stand-in for Electron's session: its permission handlers are called by the pages (web-contents.ts) and by tests. */
import { EventEmitter } from 'node:events';
import type { Session } from 'electron';

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;

class StandInSession extends EventEmitter {
  #request: RequestHandler | null = null;
  #check: CheckHandler | null = null;

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.#request = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.#check = handler;
  }

  setDevicePermissionHandler(): void {}

  /** As Chromium asks when a page wants something. */
  async asks(
    permission: Parameters<RequestHandler>[1],
    url: string,
    isMainFrame: boolean,
    mediaTypes: readonly string[] = [],
  ): Promise<boolean> {
    const handler = this.#request;
    if (handler === null) return true;
    return new Promise((resolve) => {
      Reflect.apply(handler, undefined, [null, permission, resolve, { requestingUrl: url, isMainFrame, mediaTypes }]);
    });
  }

  /** As Chromium asks when a page looks whether it has something. */
  checks(permission: Parameters<CheckHandler>[1], url: string, mediaType?: string): boolean {
    const handler = this.#check;
    if (handler === null) return true;
    return Reflect.apply(handler, undefined, [null, permission, new URL(url).origin, { mediaType }]);
  }
}

export const session = {
  defaultSession: new StandInSession(),
  /** Of requests without a window: the updater's. */
  fromPartition: (): StandInSession => new StandInSession(),
};
