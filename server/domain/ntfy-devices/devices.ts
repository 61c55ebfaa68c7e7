/**
 * Devices that get notifications by the ntfy app. Each has a topic of its own, which is the secret that it subscribes with: shown once,
 * stored as a hash, and gone when its user revokes the device, is signed out everywhere or is deactivated.
 */
import type { PushErrand } from '../../delivery/push.ts';
import { enqueueDelivery } from '../../delivery/queue.ts';
import { badRequest, coded, invalidParameter } from '../../errors.ts';
import { isSeen } from '../../names.ts';
import { hashToken } from '../../secrets.ts';
import type { Reader } from '../../storage/database.ts';
import type { Acting, SystemActing, SystemViewing, Viewing } from '../acting.ts';
import { originForOthers } from '../organization/addresses.shared.ts';
import { deliverySettings } from '../organization/delivery-settings.shared.ts';
import { deactivatedAt } from '../organization/rows.ts';
import { findUser } from '../users/rows.ts';
import { usersSignedOutByProviders } from '../users/sign-in-check-rows.ts';
import * as rows from './rows.ts';

const maxDevices = 20;
const topicBytes = 20;
/** In base 32, five bits a letter. */
const topicLetters = (topicBytes * 8) / 5;
/** When a device was last in use is stored to the nearest so many seconds. */
const useStepSecs = 300;

/** What is shown of a device once: how it subscribes. */
export interface NewDevice {
  device_id: number;
  /** "http://192.168.1.20:7420" */
  server_url: string;
  secret_topic: string;
  /** Opens the ntfy app of a phone. */
  link_url: string;
}

/** Adds a device of the caller. @throws ApiError BAD_REQUEST for a name without letters, for one too many, for bots. */
export function addDevice(
  acting: Acting,
  { name, platform, showsText }: DeviceChoice & { platform: rows.Platform },
): NewDevice {
  const { db, tx, user, services, now } = acting;
  if (user.is_bot === 1) throw badRequest('Bots have no phones.');
  if (rows.devicesOfUser(db, user.id).length >= maxDevices)
    throw badRequest(`You can have at most ${maxDevices} devices. Revoke one that you no longer use.`);
  const topic = `hearth-${BigInt(`0x${services.random.hex(topicBytes)}`)
    .toString(32)
    .padStart(topicLetters, '0')}`;
  const server = originForOthers(acting);
  const id = rows.insertDevice(tx, {
    user_id: user.id,
    name: checkedName(name),
    platform,
    shows_text: showsText ? 1 : 0,
    topic_hash: hashToken(topic),
    poll_name: pollName(server, topic),
    read_key: services.random.hex(topicBytes),
    created_at: now,
  });
  const { host, protocol } = new URL(server);
  // The app takes https for granted.
  const link = `ntfy://${host}/${topic}${protocol === 'http:' ? '?secure=false' : ''}`;
  return { device_id: id, server_url: server, secret_topic: topic, link_url: link };
}

interface DeviceChoice {
  name: string;
  showsText: boolean;
}

/** Changes a device of the caller. @throws ApiError BAD_REQUEST for a device that is not theirs, and for a name without letters. */
export function changeDevice(acting: Acting, id: number, { name, showsText }: Partial<DeviceChoice>): void {
  const device = accessDevice(acting, id);
  rows.updateDevice(acting.tx, {
    ...device,
    ...(name !== undefined && { name: checkedName(name) }),
    ...(showsText !== undefined && { shows_text: showsText ? 1 : 0 }),
  });
}

/** Revokes a device of the caller: its topic is unknown from then on. @throws ApiError BAD_REQUEST for a device that is not theirs. */
export function revokeDevice(acting: Acting, id: number): void {
  endDevices(acting, [accessDevice(acting, id).id]);
}

/** Revokes all devices of a user. */
export function revokeDevicesOf(acting: SystemActing, userId: number): void {
  const ids = rows.devicesOfUser(acting.db, userId).map((device) => device.id);
  if (ids.length > 0) endDevices(acting, ids);
}

function endDevices(acting: SystemActing, ids: readonly number[]): void {
  rows.deleteDevices(acting.tx, ids);
  acting.afterDurable(() => acting.services.phones.wake(ids));
}

/** Publishes a test to a device of the caller. @throws ApiError BAD_REQUEST for a device that is not theirs. */
export function publishTest(acting: Acting, id: number): rows.NtfyDeviceRow {
  const device = accessDevice(acting, id);
  publish(acting, device, { kind: 'test', message_id: null, conversation: `test-${device.id}` });
  return device;
}

/** The caller's devices, the oldest first. */
export function devicesWire({ db, user, services }: Viewing) {
  return rows.devicesOfUser(db, user.id).map((device) => ({
    device_id: device.id,
    name: device.name,
    platform: device.platform,
    shows_text: device.shows_text === 1,
    created_at: device.created_at,
    last_used_at: device.last_used_at,
    is_connected: services.phones.connections(device.id) > 0,
  }));
}

/** Stores what a device is to get, and has its subscriptions read on once it is on disk. An iPhone is woken, where an owner has set by whom. */
export function publish(
  acting: SystemActing,
  device: Pick<rows.NtfyDeviceRow, 'id' | 'user_id' | 'platform' | 'poll_name'>,
  message: Pick<rows.NtfyMessageRow, 'kind' | 'message_id' | 'conversation'>,
): void {
  const key = acting.services.random.token(12);
  rows.addMessage(acting.tx, { ...message, device_id: device.id, key, sent_at: acting.now });
  acting.afterDurable(() => acting.services.phones.wake([device.id]));
  const isWoken = device.platform === 'ios' && message.kind !== 'clear';
  if (!isWoken || deliverySettings(acting.db).ntfy_upstream_url === '') return;
  const errand: PushErrand = { type: 'wake_up', topic: device.poll_name, key };
  enqueueDelivery(acting, { kind: 'push', subjectId: device.user_id, payload: errand });
}

/** Users whose devices get notifications. */
export function usersWithPhones(db: Reader): ReadonlySet<number> {
  const users = rows.usersWithDevices(db);
  const signedOut = usersSignedOutByProviders(db);
  return signedOut.size === 0 ? users : new Set([...users].filter((id) => !signedOut.has(id)));
}

/** Those devices of a list that may subscribe: each of an active user who is signed in, in an organization that is. */
export function subscribing(db: Reader, devices: readonly rows.NtfyDeviceRow[]): rows.NtfyDeviceRow[] {
  if (deactivatedAt(db) !== null) return [];
  const signedOut = usersSignedOutByProviders(db);
  return devices.filter(({ user_id: id }) => findUser(db, id)?.is_active === 1 && !signedOut.has(id));
}

/** Devices by topic. Each is looked up, whichever are known: how long that takes says nothing of them. */
export function devicesByTopic(
  { db }: Pick<SystemViewing, 'db'>,
  topics: readonly string[],
): { device: rows.NtfyDeviceRow; topic: string }[] {
  const found = topics.map((topic) => ({ topic, device: rows.findDeviceByTopic(db, hashToken(topic)) }));
  return found.flatMap(({ topic, device }) =>
    device !== undefined && subscribing(db, [device]).length === 1 ? [{ device, topic }] : [],
  );
}

/** Whether a subscription of a device is to be stored as its last use. @param origin under which it came. */
export const isNewUse = (device: rows.NtfyDeviceRow, topic: string, origin: string, now: number): boolean =>
  Math.abs(now - (device.last_used_at ?? 0)) >= useStepSecs || device.poll_name !== pollName(origin, topic);

/** Stores that a device subscribes, and under which address. */
export function noteUse(acting: SystemActing, device: rows.NtfyDeviceRow, topic: string, origin: string): void {
  rows.noteUse(acting.tx, device.id, pollName(origin, topic), acting.now);
}

/** The name of a topic at an upstream server: the app on an iPhone computes the same. */
const pollName = (origin: string, topic: string): string => hashToken(`${origin}/${topic}`);

function accessDevice({ db, user }: Viewing, id: number): rows.NtfyDeviceRow {
  const device = rows.findDevices(db, [id]).find((found) => found.user_id === user.id);
  if (device === undefined) throw coded('NTFY_DEVICE_NOT_FOUND', 'This device was revoked already.', 404);
  return device;
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (!isSeen(trimmed)) throw invalidParameter('name', 'Enter a name for the device.');
  return trimmed;
}
