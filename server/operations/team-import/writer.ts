/** Writes the records of a source into a data folder that no server uses: in one go, with what belongs to an organization at the end. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { addToSubscriberCount, findChannel, noteFirstMessage } from '../../domain/channels/rows.ts';
import { newestMessageId, subscriberIds } from '../../domain/channels/subscriptions/rows.ts';
import { findGroup } from '../../domain/groups/rows.ts';
import { noteImported } from '../../domain/messages/message-time-rows.ts';
import { outdateIndex } from '../../domain/messages/search/search-buckets.ts';
import { settleImported } from '../../domain/notifications/missed-messages.ts';
import { noteDigest } from '../../domain/notifications/rows.ts';
import { sayInOrganization } from '../../domain/organization/language.shared.ts';
import { activePeople, findUser } from '../../domain/users/rows.ts';
import { rendererVersion } from '../../markdown/render.ts';
import { channelLinkTo } from '../../markdown/written.ts';
import type { TeamRecord } from './records.ts';
import type { ImportChoices, References, TeamSource } from './source.ts';
import { SpanWriter } from './spans.ts';
import { kindOrder, type Kind, type Team } from './team.ts';
import { writeEmoji, writeFile, writeSubscription } from './write-files.ts';
import { HangingWriter } from './write-hanging.ts';
import { MessageWriter } from './write-messages.ts';
import { writeOrganization } from './write-organization.ts';
import { PeopleWriter } from './write-people.ts';
import { writePersonal } from './write-personal.ts';
import { PlaceWriter } from './write-places.ts';

/** Records between two looks at whether the import was cancelled, and two commits. */
const recordsAtOnce = 500;

export interface Writing {
  choices: ImportChoices;
  signal: AbortSignal;
  onProgress: () => void;
}

export class TeamWriter {
  readonly #team: Team;
  readonly #people: PeopleWriter;
  readonly #places: PlaceWriter;
  readonly #spans: SpanWriter;
  readonly #messages: MessageWriter;
  readonly #hanging: HangingWriter;
  /** The newest message before this import. */
  readonly #newest: number;
  /** People who were there before this import: what is due to be mailed to them stays due. */
  readonly #known: ReadonlySet<number>;
  #at = 0;

  constructor(team: Team) {
    this.#team = team;
    this.#newest = newestMessageId(team.tx);
    this.#known = new Set(activePeople(team.tx).map(({ id }) => id));
    // Groups of the system come to be before users join them.
    this.#places = new PlaceWriter(team);
    this.#people = new PeopleWriter(team);
    this.#spans = new SpanWriter(team);
    this.#messages = new MessageWriter(team, this.#spans, this.#newest);
    this.#hanging = new HangingWriter(team, this.#newest);
  }

  /** @returns the account of the importing person, in a new organization. @throws whatever the source or the disk does */
  async write(source: TeamSource, { choices, signal, onProgress }: Writing): Promise<number | undefined> {
    const team = this.#team;
    let count = 0;
    for await (const record of source.records(choices, this.#references(), team.report)) {
      this.#reach(record.kind);
      await this.#take(record);
      count += 1;
      if (count % recordsAtOnce !== 0) continue;
      team.storage.commit();
      signal.throwIfAborted();
      onProgress();
      await nextTurn();
    }
    this.#reach(undefined);
    this.#finish();
    return this.#people.ownerId;
  }

  /** Ends all kinds before this one; all, when there are no more records. */
  #reach(kind: Kind | undefined): void {
    const next = kind === undefined ? kindOrder.length : kindOrder.indexOf(kind);
    while (this.#at < next) {
      const ended = kindOrder[this.#at];
      this.#at += 1;
      if (ended !== undefined) this.#team.end(ended);
    }
  }

  async #take(record: TeamRecord): Promise<void> {
    const team = this.#team;
    switch (record.kind) {
      case 'organization':
        return writeOrganization(team, record);
      case 'user':
        return this.#people.write(record);
      case 'group':
        return this.#places.writeGroup(record);
      case 'folder':
        return this.#places.writeFolder(record);
      case 'channel':
        return this.#places.writeChannel(record);
      case 'emoji':
        return writeEmoji(team, record);
      case 'file':
        return writeFile(team, record);
      case 'subscription':
        return writeSubscription(team, record);
      case 'personal':
        return writePersonal(team, record);
      case 'message':
        return this.#messages.write(record);
      case 'reaction':
        return this.#hanging.writeReaction(record);
      case 'submessage':
        return this.#hanging.writeSubmessage(record);
      case 'scheduled':
        return this.#hanging.writeScheduled(record);
      case 'reminder':
        return this.#hanging.writeReminder(record);
    }
  }

  #finish(): void {
    const team = this.#team;
    const { tx } = team;
    this.#spans.finish(this.#places.made, this.#newest);
    for (const { id } of activePeople(tx)) if (!this.#known.has(id)) noteDigest(tx, id, team.now);
    const newest = newestMessageId(tx);
    if (newest > this.#newest) {
      noteImported(tx, { low: this.#newest + 1, high: newest });
      settleImported(tx, newest, team.now);
    }
    team.ids.finish();
    this.settle();
    team.storage.commit();
  }

  /** Does what depends on all rows, of the import and of others; again when more rows came. */
  settle(): void {
    const { tx, isNew } = this.#team;
    for (const { id } of tx.all<{ id: number }>('SELECT id FROM streams')) this.#completeChannel(id);
    outdateIndex(tx, this.#newest + 1, isNew ? String(rendererVersion) : undefined);
  }

  #completeChannel(id: number): void {
    const { tx } = this.#team;
    const channel = findChannel(tx, id);
    if (channel === undefined) return;
    addToSubscriberCount(tx, id, subscriberIds(tx, id).length - channel.subscriber_count);
    if (channel.first_message_id !== null) return;
    const first = tx.get<{ id: number | null }>(
      'SELECT min(id) AS id FROM messages WHERE recipient_id = ?',
      channel.recipient_id,
    )?.id;
    if (first !== null && first !== undefined) noteFirstMessage(tx, id, first);
  }

  #references(): References {
    const team = this.#team;
    const { ids } = team;
    return {
      user: (source, isSilent = false) => {
        const id = ids.find('user', source);
        const user = id === undefined ? undefined : findUser(team.tx, id);
        return user && `@${isSilent ? '_' : ''}**${user.full_name}|${user.id}**`;
      },
      group: (source) => {
        const id = ids.find('group', source);
        const group = id === undefined ? undefined : findGroup(team.tx, id);
        return group && `@*${group.name}*`;
      },
      channel: (source, topic) => {
        const id = ids.find('channel', source);
        const channel = id === undefined ? undefined : findChannel(team.tx, id);
        return channel && channelLinkTo(channel, topic);
      },
      file: (source) => {
        const id = ids.find('file', source);
        const row =
          id === undefined
            ? undefined
            : team.tx.get<{ path_id: string }>('SELECT path_id FROM attachments WHERE id = ?', id);
        return row && `/user_uploads/${row.path_id}`;
      },
      idOf: (kind, source) => ids.find(kind, source),
      renamed: (kind, name) => team.renamed[kind].get(name),
      say: (sentence, values) => sayInOrganization(team.tx)(sentence, values),
    };
  }
}
