/** Spans of time that have a name. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const hourSecs = 3600;
export const daySecs = 24 * hourSecs;

/** Seconds by which clocks of one office may differ. */
export const clockSlackSecs = 140;

/** A stored time as far as it has passed; 0 = never, also for a time that a wrong clock wrote. UNIX seconds. */
export const ifPast = (at: number, now: number): number => (at <= now + clockSlackSecs ? at : 0);
