/**
 * Devices that want push notifications. Owns `push_devices` (end-to-end encrypted, contract: register-push-device)
 * and `push_tokens` (the deprecated form: kept and forwarded, but without a key of the device nothing is sent to them).
 * Everything goes through a push relay; without its address in the settings every registration is refused.
 */
import type { PushDeviceRow, PushErrand } from '../../delivery/push.ts';
import { enqueueDelivery } from '../../delivery/queue.ts';
import { ApiError, badRequest, coded, invalidParameter } from '../../errors.ts';
import { toUser } from '../../events/audience.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import type { StateParts } from '../initial-state.ts';
import { deliverySettings } from '../organization/delivery-settings.shared.ts';
import { usersSignedOutByProviders } from '../users/sign-in-check-rows.ts';

export interface PushRegistration {
  token_kind: 'fcm' | 'apns';
  push_account_id: number;
  push_public_key: string;
  bouncer_public_key: string;
  encrypted_push_registration: string;
}

const maxDevices = 50;
const maxTokenLength = 4096;
const keyBytes = 32;

/** @returns the relay's address. @throws ApiError PUSH_SERVICE_NOT_CONFIGURED. */
export function accessPushRelay(db: Reader): string {
  const { push_relay_url: url } = deliverySettings(db);
  if (url === '') throw pushServiceNotConfigured();
  return url;
}

/**
 * Stores a registration and forwards it; the same account registering again replaces it.
 * @param isKey whether its public key is one, which takes time to find out.
 */
export function registerPushDevice(acting: Acting, registration: PushRegistration, isKey: boolean): void {
  const { db, tx, user } = acting;
  accessPushRelay(db);
  checkBase64('push_public_key', registration.push_public_key, keyBytes);
  if (!isKey) throw invalidParameter('push_public_key', 'push_public_key is not a public key');
  checkBase64('encrypted_push_registration', registration.encrypted_push_registration);
  const others = devicesOf(db, user.id).filter((device) => device.push_account_id !== registration.push_account_id);
  if (others.length >= maxDevices) throw badRequest(`A user can have at most ${maxDevices} push devices.`);
  tx.run('DELETE FROM push_devices WHERE user_id = ? AND push_account_id = ?', user.id, registration.push_account_id);
  tx.run(
    `INSERT INTO push_devices (user_id, push_account_id, token_kind, push_public_key, bouncer_public_key, encrypted_push_registration, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    user.id,
    registration.push_account_id,
    registration.token_kind,
    registration.push_public_key,
    registration.bouncer_public_key,
    registration.encrypted_push_registration,
    acting.now,
  );
  announceDevice(acting, user.id, registration.push_account_id, 'pending', null);
  enqueuePush(acting, user.id, { type: 'register', pushAccountId: registration.push_account_id });
}

/** Records what the relay said of a registration. */
export function settlePushDevice(
  acting: SystemActing,
  userId: number,
  pushAccountId: number,
  outcome: { deviceId: number } | { errorCode: string | null },
): void {
  if (findDevice(acting.db, userId, pushAccountId) === undefined) return;
  const [status, deviceId, errorCode] =
    'deviceId' in outcome
      ? (['active', outcome.deviceId, null] as const)
      : (['failed', null, outcome.errorCode] as const);
  acting.tx.run(
    'UPDATE push_devices SET status = ?, bouncer_device_id = ?, error_code = ? WHERE user_id = ? AND push_account_id = ?',
    status,
    deviceId,
    errorCode,
    userId,
    pushAccountId,
  );
  announceDevice(acting, userId, pushAccountId, status, errorCode);
}

/** Ids of users who have a device that notifications reach; none while there is no relay. A provider's signed-out users get none. */
export function reachableUserIds(db: Reader): ReadonlySet<number> {
  if (deliverySettings(db).push_relay_url === '') return new Set();
  return db.remember('users with push devices', () => {
    const rows = db.all<{ user_id: number }>("SELECT DISTINCT user_id FROM push_devices WHERE status = 'active'");
    const signedOut = usersSignedOutByProviders(db);
    return new Set(rows.map((row) => row.user_id).filter((id) => !signedOut.has(id)));
  });
}

/** Queues a notification for every active device of these users; the caller decides who is to be reported. */
export function triggerPush(acting: SystemActing, userIds: readonly number[], notification: object): void {
  const reachable = reachableUserIds(acting.db);
  for (const userId of userIds.filter((id) => reachable.has(id)))
    for (const device of devicesOf(acting.db, userId))
      if (device.status === 'active')
        enqueuePush(acting, userId, { type: 'notify', pushAccountId: device.push_account_id, notification });
}

/** Stores a device token of the deprecated form, and forgets the oldest beyond a user's share. @throws ApiError BAD_REQUEST, PUSH_SERVICE_NOT_CONFIGURED. */
export function addPushToken(acting: Acting, kind: 'fcm' | 'apns', token: string, appId: string | null): void {
  checkToken(kind, token);
  accessPushRelay(acting.db);
  acting.tx.run(
    'INSERT INTO push_tokens (user_id, kind, token, app_id, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (user_id, kind, token) DO UPDATE SET app_id = excluded.app_id',
    acting.user.id,
    kind,
    token,
    appId,
    acting.now,
  );
  // Programs that are installed again leave their former tokens behind.
  acting.tx.run(
    `DELETE FROM push_tokens WHERE user_id = ? AND (kind, token) NOT IN (SELECT kind, token FROM push_tokens WHERE user_id = ?
       ORDER BY kind = ? AND token = ? DESC, created_at > ?, created_at DESC, kind, token LIMIT ?)`,
    acting.user.id,
    acting.user.id,
    kind,
    token,
    acting.now,
    maxDevices,
  );
  enqueuePush(acting, acting.user.id, { type: 'register_token', kind, token, appId });
}

/** @throws ApiError BAD_REQUEST for a token that the caller has not registered */
export function removePushToken(acting: Acting, kind: 'fcm' | 'apns', token: string): void {
  checkToken(kind, token);
  const { changes } = acting.tx.run(
    'DELETE FROM push_tokens WHERE user_id = ? AND kind = ? AND token = ?',
    acting.user.id,
    kind,
    token,
  );
  if (changes === 0) throw invalidParameter('token', 'Token does not exist');
}

/** @returns the caller's tokens, or the one asked for. @throws ApiError INVALID_PUSH_DEVICE_TOKEN. */
export function accessPushTokens(
  { db, user }: Viewing,
  token: string | undefined,
): { kind: 'fcm' | 'apns'; token: string }[] {
  const own = db.all<{ kind: 'fcm' | 'apns'; token: string }>(
    'SELECT kind, token FROM push_tokens WHERE user_id = ? ORDER BY token',
    user.id,
  );
  const chosen = token === undefined ? own : own.filter((known) => known.token === token);
  if (chosen.length === 0) throw coded('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
  return chosen;
}

/** @returns the caller's active devices, or the one asked for. @throws ApiError NO_ACTIVE_PUSH_DEVICE. */
export function accessActiveDevices({ db, user }: Viewing, pushAccountId: number | undefined): PushDeviceRow[] {
  const active = devicesOf(db, user.id).filter(
    (device) => device.status === 'active' && (pushAccountId ?? device.push_account_id) === device.push_account_id,
  );
  if (active.length === 0) throw coded('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device');
  return active;
}

/** @param pushAccountId what the device calls this account. */
export function findDevice(db: Reader, userId: number, pushAccountId: number): PushDeviceRow | undefined {
  return db.get<PushDeviceRow>(
    'SELECT * FROM push_devices WHERE user_id = ? AND push_account_id = ?',
    userId,
    pushAccountId,
  );
}

/** A user's devices, the oldest first, whatever the relay said of them. */
function devicesOf(db: Reader, userId: number): PushDeviceRow[] {
  return db.all<PushDeviceRow>(
    'SELECT * FROM push_devices WHERE user_id = ? ORDER BY created_at, push_account_id',
    userId,
  );
}

function enqueuePush(acting: SystemActing & SystemViewing, userId: number, errand: PushErrand): void {
  enqueueDelivery(acting, { kind: 'push', subjectId: userId, payload: errand });
}

function announceDevice(
  acting: SystemActing,
  userId: number,
  pushAccountId: number,
  status: PushDeviceRow['status'],
  errorCode: string | null,
): void {
  acting.announce(
    {
      type: 'push_device',
      push_account_id: String(pushAccountId),
      status,
      ...(status === 'failed' && { error_code: errorCode }),
    },
    toUser(userId),
  );
}

function checkToken(kind: 'fcm' | 'apns', token: string): void {
  if (token === '' || token.length > maxTokenLength) throw invalidParameter('token', 'Empty or invalid length token');
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw invalidParameter('token', 'Invalid APNS token');
}

/** RFC 4648, the standard alphabet, with padding. */
function checkBase64(name: string, text: string, bytes?: number): void {
  const decoded = Buffer.from(text, 'base64');
  if (decoded.length === 0 || decoded.toString('base64') !== text)
    throw invalidParameter(name, `${name} is not valid base64`);
  if (bytes !== undefined && decoded.length !== bytes)
    throw invalidParameter(name, `${name} is not a key of ${bytes} bytes`);
}

const pushServiceNotConfigured = (): ApiError =>
  new ApiError(400, 'PUSH_SERVICE_NOT_CONFIGURED', 'Server is not configured to use push notification service');

/** The part of registration, by the fetch_event_type that asks for it (contract: RegisterResponse). */
export const pushState: StateParts = {
  push_device: ({ db, user }) => ({
    push_devices: Object.fromEntries(
      devicesOf(db, user.id).map(({ push_account_id: id, status, error_code: code }) => [
        id,
        { status, error_code: code },
      ]),
    ),
  }),
};
