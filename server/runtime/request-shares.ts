/** Request limits of one account: requests a minute, text that it writes, and work at one time. */
import type { RequestShares } from '../api/endpoint.ts';
import { serverSetting, storeServerSetting } from '../domain/organization/rows.ts';
import { minuteMs } from '../durations.ts';
import { AccountTurns, defaultTurnLimits } from '../http/account-turns.ts';
import type { RequestInfo } from '../http/endpoint.ts';
import { placeOf, RequestLimiter, TextLimiter, type TextLimiterState } from '../http/rate-limit.ts';
import { after, type Soon } from '../http/soon.ts';
import { networkSettings } from '../operations/network-settings.ts';
import type { ServerOptions } from '../options.ts';
import { secretHash } from '../secrets.ts';
import type { Storage } from '../storage/database.ts';
import type { Job } from './scheduler.ts';

/** Requests of visitors from one address in a minute, whatever accounts may. */
const visitsPerMinute = 600;
/** How long the stored request limit is believed, in milliseconds. */
const limitAgeMs = 2000;

/** Where it is stored what text accounts have written. */
const writtenTextSetting = 'written_text';
const storeEveryMs = minuteMs;

export interface StoredShares extends RequestShares {
  /** Stores now and then what accounts have used up. */
  job: Job;
}

/** What a request has sent. */
const textsOf = ({ sent, payload }: RequestInfo): string[] => [...(sent?.values() ?? []), payload?.text ?? ''];

/** Goes on with what accounts had used up before a restart. */
export async function requestShares(
  storage: Storage,
  options: Pick<ServerOptions, 'limits' | 'clock'>,
): Promise<StoredShares> {
  const { textBurstBytes: burst, textBytesPerSecond: perSecond, stalledAnswerMs: stallMs } = options.limits;
  const requests = new RequestLimiter(options.clock);
  const visits = new RequestLimiter(options.clock);
  const texts = new TextLimiter({ burst, perSecond }, options.clock);
  let stored = await storage.read((db) => serverSetting<TextLimiterState>(db, writtenTextSetting, []));
  texts.goOn(stored);
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
      // Counted per secret, so that no one can use up someone else's share with wrong keys.
      return after(requestsPerMinute(), (perMinute) => requests.count(secret, perMinute));
    },
    async countVisit(ip) {
      const perMinute = await requestsPerMinute();
      visits.count(placeOf(ip), Math.min(perMinute || visitsPerMinute, visitsPerMinute));
    },
    countText(userId, request) {
      // A request may write in several transactions; what it sent counts once.
      if (!counted.has(request)) texts.count(userId, textsOf(request));
      counted.add(request);
    },
    countStored: (userId, request, letters) => texts.countStored(userId, textsOf(request), letters),
    job: {
      name: 'written text',
      everyMs: storeEveryMs,
      async run() {
        const { state } = texts;
        // An idle server writes nothing.
        if (state.length === 0 && stored.length === 0) return;
        await storage.transaction((tx) => storeServerSetting({ tx }, writtenTextSetting, state));
        stored = state;
      },
    },
  };
}
