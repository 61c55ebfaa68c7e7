/** Spans of time that have a name. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
export const hourSecs = 3600;
export const daySecs = 24 * hourSecs;
