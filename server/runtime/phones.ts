/** Answers to subscriptions of the ntfy app: devices by their topics, their stored notifications, and "Mark as read". */
import type { Logger } from 'pino';
import { ownOrigin, systemActing, systemViewing, type ChatServices, type SystemViewing } from '../domain/acting.ts';
import { markMarkable } from '../domain/messages/flags/mark.ts';
import { messagesToMark, phoneEvents, type PhoneEvent } from '../domain/messages/notifying/phones.ts';
import { devicesByTopic, isNewUse, noteUse, subscribing } from '../domain/ntfy-devices/devices.ts';
import {
  findByKey,
  findDevices,
  keptSecs,
  latestMessages,
  messagesAfter,
  newestPlace,
  placeAt,
} from '../domain/ntfy-devices/rows.ts';
import { noteKept } from '../http/connections.ts';
import type { TrustedProxies } from '../http/proxies.ts';
import type { Mount } from '../http/router.ts';
import { isKnownHost } from '../network/host-check.ts';
import { NtfyServer, ntfyPaths, readLink, type Topics } from '../ntfy/server.ts';
import { Streams, type Batch, type StoredMessages, type SubscribedDevice } from '../ntfy/streams.ts';
import type { Since } from '../ntfy/subscribe-request.ts';
import type { NtfyEvent } from '../ntfy/wire.ts';
import type { ServerServices } from '../operations/services.ts';
import type { ServerOptions } from '../options.ts';
import type { Upgrade } from './http-listener.ts';

/** Stored messages that are read at once: others have their turn in between. */
const batchSize = 50;
/** Connections of phones, whatever the system allows: more than an office has, and half of what the process may have open. */
const mostStreams = 2000;

const urgentPriority = 4;

interface Surroundings {
  options: ServerOptions;
  around: { logs: { server: Logger }; connections: { most: number } };
  /** Of the data that is open; asked for when there is a subscription. */
  services: () => ChatServices;
}

/** @returns the waiting subscriptions, and what answers requests for them. */
export function makePhones({ options, around, services }: Surroundings): { streams: Streams; server: NtfyServer } {
  const phones = new Phones(services);
  const streams = new Streams({
    stored: phones,
    keepAliveMs: options.limits.ntfyKeepAliveMs,
    most: Math.min(mostStreams, Math.floor(around.connections.most / 2)),
    onError: (error) => around.logs.server.error({ err: error }, 'ended a phone subscription'),
  });
  const server = new NtfyServer({
    topics: phones,
    streams,
    nowMs: options.clock,
    newId: () => options.random.token(12),
    onSubscribed: noteKept,
  });
  return { streams, server };
}

/** Its place among the routes. */
export const ntfyMount = (server: NtfyServer): Mount => ({
  prefix: '',
  secretPaths: ntfyPaths,
  handle: async (request, response, { origin }) => server.handle(request, response, origin),
});

/** Answers requests for a WebSocket under a name of this server. */
export function ntfyUpgrade(
  server: NtfyServer,
  { network, log }: Pick<ServerServices, 'network' | 'log'>,
  proxies: TrustedProxies,
): Upgrade {
  return (request, socket, head) => {
    if (!isKnownHost(request.headers.host, network.names)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      return;
    }
    network.noteVisit(proxies.addressOf(request));
    server.upgrade(request, socket, head, proxies.originOf(request)).catch((error: unknown) => {
      log.error({ err: error }, 'phone subscription failed');
      socket.destroy();
    });
  };
}

class Phones implements StoredMessages, Topics {
  readonly #services: () => ChatServices;

  constructor(services: () => ChatServices) {
    this.#services = services;
  }

  async find(topics: readonly string[], origin: string): Promise<SubscribedDevice[]> {
    const found = await this.#read((viewing) =>
      devicesByTopic(viewing, topics).map(({ device, topic }) => ({
        device,
        topic,
        isNew: isNewUse(device, topic, origin, viewing.now),
      })),
    );
    const used = found.filter(({ isNew }) => isNew);
    if (used.length > 0)
      await this.#write((acting) => {
        for (const { device, topic } of used) noteUse(acting, device, topic, origin);
      }).catch((error: unknown) =>
        // A disk that takes no writes keeps no one from reading.
        this.#services().log.warn({ err: error }, 'could not store the last use of a phone'),
      );
    return found.map(({ device, topic }) => ({ id: device.id, userId: device.user_id, topic }));
  }

  async markRead(key: string, proof: string): Promise<boolean> {
    return this.#write((acting) => {
      const found = messagesToMark(acting, key, proof);
      if (found === undefined) return false;
      markMarkable({ ...acting, user: found.user, client: 'ntfy' }, 'add', 'read', found.ids);
      return true;
    });
  }

  async begin(
    devices: readonly SubscribedDevice[],
    since: Since,
    origin: string,
  ): Promise<{ place: number; events: NtfyEvent[] }> {
    const ids = devices.map(({ id }) => id);
    return this.#read((viewing) => {
      const { db } = viewing;
      if (since.kind === 'all') return { place: 0, events: [] };
      // As ntfy does: a user who names a message that is not stored any more gets all.
      if (since.kind === 'id') return { place: findByKey(db, since.id)?.id ?? 0, events: [] };
      if (since.kind === 'time') return { place: placeAt(db, ids, since.time), events: [] };
      const events = since.kind === 'latest' ? phoneEvents(viewing, latestMessages(db, ids)) : [];
      return { place: newestPlace(db), events: wireOf(events, devices, origin) };
    });
  }

  async after(devices: readonly SubscribedDevice[], place: number, origin: string): Promise<Batch | null> {
    return this.#read((viewing) => {
      const { db, now } = viewing;
      const ids = subscribing(
        db,
        findDevices(
          db,
          devices.map(({ id }) => id),
        ),
      ).map(({ id }) => id);
      if (ids.length === 0) return null;
      const rows = messagesAfter(db, ids, place, { since: now - keptSecs, limit: batchSize });
      return {
        events: wireOf(phoneEvents(viewing, rows), devices, origin),
        place: rows.at(-1)?.id ?? place,
        isMore: rows.length === batchSize,
      };
    });
  }

  async #read<T>(fn: (viewing: SystemViewing) => T): Promise<T> {
    const services = this.#services();
    return services.storage.read((db) => fn(systemViewing(db, services, ownOrigin(services))));
  }

  async #write<T>(fn: (acting: ReturnType<typeof systemActing>) => T): Promise<T> {
    const services = this.#services();
    return services.storage.transaction((tx) => fn(systemActing(tx, services, ownOrigin(services))));
  }
}

function wireOf(events: readonly PhoneEvent[], devices: readonly SubscribedDevice[], origin: string): NtfyEvent[] {
  const topics = new Map(devices.map(({ id, topic }) => [id, topic]));
  return events.map((event): NtfyEvent => {
    const { key: id, time, conversation, deviceId } = event;
    const base = { id, time, expires: time + keptSecs, topic: topics.get(deviceId) ?? '', sequence_id: conversation };
    if (event.kind === 'clear') return { ...base, event: 'message_clear' };
    return {
      ...base,
      event: 'message',
      title: event.title,
      message: event.text,
      ...(event.isUrgent && { priority: urgentPriority }),
      tags: [event.tag],
      ...(event.path !== null && { click: `${origin}${event.path}` }),
      ...(event.readProof !== null && {
        actions: [
          {
            id: id.slice(0, 10),
            action: 'http',
            label: 'Mark as read',
            url: readLink(origin, id, event.readProof),
            method: 'POST',
            clear: true,
          },
        ],
      }),
    };
  });
}
