/**
 * Where the demo is played: who and what exists so far, and how somebody acts at the present moment of the demo's clock.
 * Everything goes through the functions that requests go through; nothing here writes a table.
 */
import { systemActing, type Acting, type SystemActing } from '../domain/acting.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import type { NewAttachment } from '../domain/attachments/claim.ts';
import type { Transaction } from '../storage/database.ts';
import { cast, isPersonKey, type PersonKey, type SpeakerKey } from './cast.ts';
import type { DemoClock } from './calendar.ts';
import { findChannelByName, type ChannelRow } from '../domain/channels/rows.ts';
import { findMessage, type MessageRow } from '../domain/messages/rows.ts';
import type { ServerServices } from '../operations/services.ts';

/** Links made outside a request start with it; the same for every demo, wherever it runs. */
const origin = 'http://127.0.0.1:7420';
/** What people at an office use. */
const client = 'website';

export class Seeder {
  readonly services: ServerServices;
  readonly clock: DemoClock;
  /** Files that are on disk already, by the name that scripts call them. */
  readonly files: ReadonlyMap<string, NewAttachment>;
  readonly #ids = new Map<SpeakerKey, number>();
  #tx: Transaction | undefined;

  constructor(services: ServerServices, clock: DemoClock, files: ReadonlyMap<string, NewAttachment>) {
    this.services = services;
    this.clock = clock;
    this.files = files;
  }

  /** Plays a part inside one transaction. */
  async play(part: () => void): Promise<void> {
    await this.services.storage.transaction((tx) => {
      this.#tx = tx;
      try {
        part();
      } finally {
        this.#tx = undefined;
      }
    });
  }

  /** The server itself, now. */
  system(): SystemActing {
    if (this.#tx === undefined) throw new Error('nothing can be played outside play()');
    return systemActing(this.#tx, this.services, origin);
  }

  /** Somebody, now. */
  as(key: SpeakerKey): Acting {
    const acting = this.system();
    return { ...acting, user: this.user(key), client: isPersonKey(key) ? client : `${key}-bot` };
  }

  enter(key: SpeakerKey, user: UserRow): void {
    this.#ids.set(key, user.id);
  }

  id(key: SpeakerKey): number {
    const id = this.#ids.get(key);
    if (id === undefined) throw new Error(`${key} has not come yet`);
    return id;
  }

  user(key: SpeakerKey): UserRow {
    const user = findUser(this.system().db, this.id(key));
    if (user === undefined) throw new Error(`${key} is gone`);
    return user;
  }

  /** Active people, in the order of the cast. */
  present(): PersonKey[] {
    return [...this.#ids.keys()].filter(isPersonKey).filter((key) => this.user(key).is_active === 1);
  }

  channel(name: string): ChannelRow {
    const channel = findChannelByName(this.system().db, name);
    if (channel === undefined) throw new Error(`there is no channel ${name}`);
    return channel;
  }

  message(id: number): MessageRow {
    const message = findMessage(this.system().db, id);
    if (message === undefined) throw new Error(`there is no message ${id}`);
    return message;
  }
}

/** Writes names where texts have @key, and silent mentions where they have @_key. */
export function withMentions(text: string): string {
  return text.replaceAll(/@(_?)([a-z]+)\b/g, (whole, silent: string, key: string) =>
    isPersonKey(key) ? `@${silent}**${cast[key].name}**` : whole,
  );
}
