/** One notification for all tabs of a browser: the first that takes a message tells of it, and the one that is shown comes first. */

const storageKey = (userId: number): string => `hearth.notified.${userId}`;
/** Time that a hidden tab leaves to the one that is shown. Milliseconds. */
const courtesyMs = 400;

/** @returns whether it is this tab that tells of the message. */
export async function takeMessage(userId: number, messageId: number): Promise<boolean> {
  if (document.visibilityState !== 'visible') await new Promise((resolve) => setTimeout(resolve, courtesyMs));
  try {
    const last = Number(localStorage.getItem(storageKey(userId)) ?? 0);
    // After a reset the ids begin anew, far below.
    const isNewRun = messageId < last - 100_000;
    if (last >= messageId && !isNewRun) return false;
    localStorage.setItem(storageKey(userId), String(messageId));
  } catch {
    // Storage that is full or forbidden: each tab tells of it.
  }
  return true;
}
