/** How much of the server one account may have: requests a minute, text that it writes, and work at one time. */
import type { RequestShares } from '../api/endpoint.ts';
import { AccountTurns, defaultTurnLimits } from '../http/account-turns.ts';
import { placeOf, RequestLimiter, TextLimiter } from '../http/rate-limit.ts';
import { after, type Soon } from '../http/soon.ts';
import { networkSettings } from '../operations/network-settings.ts';
import type { ServerOptions } from '../options.ts';
import { secretHash } from '../secrets.ts';
import type { Storage } from '../storage/database.ts';

/** Requests of visitors from one address in a minute, whatever accounts may. */
const visitsPerMinute = 600;
/** How long the stored request limit is believed, in milliseconds. */
const limitAgeMs = 2000;

export function requestShares(storage: Storage, options: Pick<ServerOptions, 'limits' | 'clock'>): RequestShares {
  const { textBurstBytes: burst, textBytesPerSecond: perSecond, stalledAnswerMs: stallMs } = options.limits;
  const requests = new RequestLimiter();
  const visits = new RequestLimiter();
  const texts = new TextLimiter({ burst, perSecond }, options.clock);
  const counted = new WeakSet<object>();
  let limit = { perMinute: 0, readAtMs: -Infinity };
  function requestsPerMinute(): Soon<number> {
    if (performance.now() - limit.readAtMs <= limitAgeMs) return limit.perMinute;
    return after(
      storage.readSoon((db) => networkSettings(db).rate_limit_per_minute),
      (perMinute) => {
        limit = { perMinute, readAtMs: performance.now() };
        return perMinute;
      },
    );
  }
  return {
    turns: new AccountTurns({ ...defaultTurnLimits, stallMs }),
    count(credentials) {
      const secret = secretHash(credentials);
      if (secret === null) return undefined;
      // Counted per secret, so that nobody can use up somebody else's share with wrong keys.
      return after(requestsPerMinute(), (perMinute) => requests.count(secret, perMinute));
    },
    async countVisit(ip) {
      const perMinute = await requestsPerMinute();
      await visits.count(placeOf(ip), Math.min(perMinute || visitsPerMinute, visitsPerMinute));
    },
    countText(userId, request) {
      // A request may write in several transactions; what it sent counts once.
      if (!counted.has(request)) texts.count(userId, request.sent);
      counted.add(request);
    },
  };
}
