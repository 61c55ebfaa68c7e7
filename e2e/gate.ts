/** For what must happen in its order: a request that waits until a test lets it go on. */

/** Holds up whoever comes while it is shut. */
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
