/** The server's clock, by the dates of its answers: the clock of the computer on which a page runs may be wrong by any time. */

/** What the server's clock is ahead of this computer's. Milliseconds. */
let aheadMs = 0;

/** Every answer reports the time again. */
export function noteServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) aheadMs = date - Date.now();
}

/** @returns the moment by the server's clock, to about a second. UNIX seconds. */
export const serverNow = (): number => Math.floor((Date.now() + aheadMs) / 1000);
