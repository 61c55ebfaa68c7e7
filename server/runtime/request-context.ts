/**
 * Ties HTTP to the domain: who a caller is, which transaction a handler runs in, and what an error of storage means to a client.
 */
import type { IncomingMessage } from 'node:http';
import { readCredentials } from '../http/auth.ts';
import { AccountTurns, defaultTurnLimits } from '../http/account-turns.ts';
import type { Host } from '../http/dispatch.ts';
import type { Access, RequestInfo } from '../http/endpoint.ts';
import { diskRefusal, storageUnavailable, unauthorized, type ApiError } from '../errors.ts';
import { TextLimiter, type RequestLimiter } from '../http/rate-limit.ts';
import { systemActing, systemViewing, type Acting, type SystemActing, type Viewing } from '../domain/acting.ts';
import { authenticate } from '../domain/accounts/authentication.ts';
import { networkSettings } from '../network/settings.ts';
import type { UserRow } from '../domain/users/rows.ts';
import { StorageError, StorageWriteError } from '../storage/errors.ts';
import type { Reader } from '../storage/database.ts';
import { secretHash, type Credentials } from '../secrets.ts';
import type { ServerServices } from '../operations/services.ts';

/** How long the stored request limit is believed, in milliseconds. */
const limitAgeMs = 2000;

export function requestContext(
  services: ServerServices,
  limiter: RequestLimiter,
): Host<Viewing<ServerServices>, Acting<ServerServices>, SystemActing<ServerServices>> {
  const { storage, options } = services;
  const { textBurstBytes: burst, textBytesPerSecond: perSecond } = options.limits;
  const texts = new TextLimiter({ burst, perSecond }, options.clock);
  const counted = new WeakSet<RequestInfo>();
  let limit = { perMinute: 0, readAtMs: -Infinity };

  function caller(db: Reader, request: RequestInfo, credentials: Credentials, access: Access): UserRow | undefined {
    const user = authenticate(db, credentials, access, request.method, Math.floor(options.clock() / 1000));
    request.userId = user?.id;
    return user;
  }

  function required(db: Reader, request: RequestInfo, credentials: Credentials, access: Access): UserRow {
    const user = caller(db, request, credentials, access);
    if (user === undefined) throw unauthorized();
    return user;
  }

  return {
    services,
    turns: new AccountTurns({ ...defaultTurnLimits, stallMs: options.limits.stalledAnswerMs }),
    async count(credentials) {
      const secret = secretHash(credentials);
      if (secret === null) return;
      if (performance.now() - limit.readAtMs > limitAgeMs)
        limit = {
          perMinute: await storage.read((db) => networkSettings(db).rate_limit_per_minute),
          readAtMs: performance.now(),
        };
      // Counted per secret, so that nobody can use up somebody else's share with wrong keys.
      await limiter.count(secret, limit.perMinute);
    },
    async read(request, credentials, access, fn) {
      return storage.read((db) => {
        const user = required(db, request, credentials, access);
        return fn({ ...systemViewing(db, services, request.origin), user, client: request.client });
      });
    },
    async write(request, credentials, access, fn) {
      return storage.transaction((tx) => {
        const user = required(tx, request, credentials, access);
        // A request may write in several transactions; what it sent counts once.
        if (!counted.has(request)) texts.count(user.id, request.sent);
        counted.add(request);
        return fn({ ...systemActing(tx, services, request.origin, request.id), user, client: request.client });
      });
    },
    async readAsSystem(request, fn) {
      return storage.read((db) => fn(systemViewing(db, services, request.origin)));
    },
    async writeAsSystem(request, fn) {
      return storage.transaction((tx) => fn(systemActing(tx, services, request.origin, request.id)));
    },
    async authenticate(request, credentials, access) {
      const user = await storage.read((db) => caller(db, request, credentials, access));
      return user === undefined ? null : { userId: user.id };
    },
  };
}

/** @returns who a bare request is from, for what answers by itself. @throws ApiError 401 or 403 */
export async function callerOf(
  services: ServerServices,
  { headers, method = 'GET' }: Pick<IncomingMessage, 'headers' | 'method'>,
  access: Access = 'authenticated',
): Promise<number> {
  const { clock } = services.options;
  const credentials = readCredentials(headers);
  const user = await services.storage.read((db) =>
    authenticate(db, credentials, access, method, Math.floor(clock() / 1000)),
  );
  if (user === undefined) throw unauthorized();
  return user.id;
}

/** What the failure of a write tells the client; undefined for anything that is a defect. */
export function translateStorageError(error: unknown): ApiError | undefined {
  if (error instanceof StorageError && error.kind === 'taken-over')
    return storageUnavailable('Another server has the data of this one now; this one has to be restarted.');
  return error instanceof StorageWriteError ? storageUnavailable() : diskRefusal(error);
}
