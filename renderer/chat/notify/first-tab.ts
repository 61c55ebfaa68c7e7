/** One notification for all tabs of a browser: the first that takes a message tells of it, and the one that is shown comes first. */
import { readStored, writeStored } from '../../client/storage.ts';

/** Time that a hidden tab leaves to the one that is shown. Milliseconds. */
const courtesyMs = 400;

/** @returns whether it is this tab that tells of the message; where nothing can be stored each does. */
export async function takeMessage(userId: number, messageId: number): Promise<boolean> {
  if (document.visibilityState !== 'visible') await new Promise((resolve) => setTimeout(resolve, courtesyMs));
  const name = `notified.${userId}`;
  const last = Number(readStored(name) ?? 0);
  // After a reset the ids begin anew, far below.
  const isNewRun = messageId < last - 100_000;
  if (last >= messageId && !isNewRun) return false;
  writeStored(name, String(messageId));
  return true;
}
