/** Order times of an authority's certificate. Pure; times are UNIX seconds. */
import { hourSecs, ifPast } from '../durations.ts';

export interface OrderHistory {
  /** When it was last tried; 0 = never. */
  tried_at: number;
  /** How often it failed since the last success. */
  failures: number;
}

export interface OrderedCertificate {
  valid_from: number;
  valid_to: number;
  fingerprint: string;
}

const longestPauseSecs = 12 * hourSecs;
/** The part of a life by which renewals of many servers are spread. */
const spread = 30;

/**
 * With a third of its life left, and a little earlier by a part that differs from certificate to certificate.
 * @param certificate in use for the name; null where there is none. @param now UNIX seconds.
 */
export function nextOrder(certificate: OrderedCertificate | null, history: OrderHistory, now: number): number {
  // A time that lies ahead was noted by a wrong clock.
  const triedAt = ifPast(history.tried_at, now);
  const afterFailure =
    history.failures === 0 || triedAt === 0
      ? 0
      : triedAt + Math.min(longestPauseSecs, hourSecs * 2 ** Math.min(history.failures - 1, 10));
  if (certificate === null) return afterFailure;
  const life = certificate.valid_to - certificate.valid_from;
  const part = Number.parseInt(certificate.fingerprint.replaceAll(':', '').slice(0, 4), 16) / 0x1_00_00;
  return Math.max(afterFailure, Math.floor(certificate.valid_to - life / 3 - (part * life) / spread));
}
