/** Presence of the user at this page: it has the focus, no dialog stands over it, and it was used lately. */
import { minuteMs } from '../../client/durations.ts';

/** So long no one touched anything: they may have left the room. Milliseconds. */
const idleAfterMs = 5 * minuteMs;

let lastInputAt = performance.now();
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(type, () => (lastInputAt = performance.now()), { passive: true, capture: true });

/** Whether no one has touched this page for a while. */
export const isIdle = (): boolean => performance.now() - lastInputAt >= idleAfterMs;

export function isPresent(): boolean {
  return (
    document.visibilityState === 'visible' &&
    document.hasFocus() &&
    !isIdle() &&
    document.querySelector('dialog[open], [role="dialog"]') === null
  );
}
