/** For what must happen in its order: a request that waits until a test lets it go on. */

import type { BrowserContext, Page } from '@playwright/test';

/** Holds up a user who comes while it is shut. */
export class Gate {
  waiting = 0;
  private opening = Promise.resolve();
  open = (): void => undefined;

  shut(): void {
    this.opening = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async passed(): Promise<void> {
    this.waiting += 1;
    await this.opening;
    this.waiting -= 1;
  }
}

/** @returns a gate, shut, before the requests of a page or of all of them. */
export async function shutGate(before: Page | BrowserContext, url: string | RegExp): Promise<Gate> {
  const gate = new Gate();
  gate.shut();
  await before.route(url, async (route) => {
    await gate.passed();
    await route.continue();
  });
  return gate;
}
