/**
 * State of a running demo: users and content so far, and how someone acts at the present moment of the demo's clock.
 * Everything goes through the functions that requests go through; nothing here writes a table.
 */
import { systemActing, type Acting, type SystemActing } from '../domain/acting.ts';
import type { NewAttachment } from '../domain/attachments/edit.ts';
import { findChannelByName, type ChannelRow } from '../domain/channels/rows.ts';
import { findMessage, type MessageRow } from '../domain/messages/rows.ts';
import { findUser, type UserRow } from '../domain/users/rows.ts';
import type { ServerServices } from '../operations/services.ts';
import type { Transaction } from '../storage/database.ts';
import type { DemoAudit } from './audit.ts';
import type { DemoClock } from './calendar.ts';
import { isPersonKey, type PersonKey, type SpeakerKey } from './cast.ts';
import type { ScenarioContext } from './scenario.ts';
import type { DemoTexts } from './texts.ts';

/** Links made outside a request start with it; the same for every demo, wherever it runs. */
const origin = 'http://127.0.0.1:7420';
/** What people at an office use. */
const client = 'website';

export class Seeder {
  readonly services: ServerServices;
  readonly clock: DemoClock;
  readonly texts: DemoTexts;
  /** Files that are on disk already, by the name that scripts call them. */
  readonly files: ReadonlyMap<string, NewAttachment>;
  readonly #audit: DemoAudit;
  readonly #ids = new Map<SpeakerKey, number>();
  #tx: Transaction | undefined;

  constructor(
    { services, clock, audit, texts }: Pick<ScenarioContext, 'services' | 'clock' | 'audit' | 'texts'>,
    files: ReadonlyMap<string, NewAttachment> = new Map(),
  ) {
    this.services = services;
    this.clock = clock;
    this.texts = texts;
    this.#audit = audit;
    this.files = files;
  }

  /** Runs a part inside one transaction. */
  async run(part: () => void): Promise<void> {
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
    return this.#acting(null);
  }

  /** Someone, now. */
  as(key: SpeakerKey): Acting {
    return this.asUser(this.user(key), isPersonKey(key) ? client : `${key}-bot`);
  }

  /** The same for those who have no key. */
  asUser(user: UserRow, program = client): Acting {
    return { ...this.#acting(user, program), user, client: program };
  }

  #acting(user: UserRow | null, program = ''): SystemActing {
    const tx = this.#transaction;
    this.#audit.acts(tx, user, program, this.clock.nowMs);
    return systemActing(tx, this.services, origin);
  }

  get #transaction(): Transaction {
    if (this.#tx === undefined) throw new Error('nothing can happen outside run()');
    return this.#tx;
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
    const user = findUser(this.#transaction, this.id(key));
    if (user === undefined) throw new Error(`${key} is gone`);
    return user;
  }

  /** Active people, in the order of the cast. */
  present(): PersonKey[] {
    return [...this.#ids.keys()].filter(isPersonKey).filter((key) => this.user(key).is_active === 1);
  }

  /** @param key a channel of office.txt, or the name of any other. */
  channel(key: string): ChannelRow {
    const name = this.texts.channel(key);
    const channel = findChannelByName(this.#transaction, name);
    if (channel === undefined) throw new Error(`there is no channel ${name}`);
    return channel;
  }

  message(id: number): MessageRow {
    const message = findMessage(this.#transaction, id);
    if (message === undefined) throw new Error(`there is no message ${id}`);
    return message;
  }
}
