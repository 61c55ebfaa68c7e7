/** The larger server's archive, which `npm run export` of Hearth writes too, as a source of an import (versions 9 to 12). */
import type { Tables } from './json-rows.ts';
import type { TeamRecord } from './records.ts';
import type { ReportProblem } from './report.ts';
import type { ImportChoices, OpenSource, References, SourceTools, TeamPreview, TeamSource } from './source.ts';
import { unpackArchive, type UnpackedArchive } from './unpacked.ts';
import { reportUnused } from './unused-files.ts';
import { Attachments, emojiRecords, RecordLists } from './zulip-files.ts';
import { notCarriedOver } from './zulip-left-out.ts';
import { messageRecords, reactionRecords, scheduledRecords, submessageRecords } from './zulip-messages.ts';
import { ownPersonalRecords, ownReminders } from './zulip-own-tables.ts';
import { groupRecords, personalRecords, userRecords } from './zulip-people.ts';
import { channelRecords, folderRecords, organizationRecord, subscriptionRecords } from './zulip-places.ts';
import { previewZulip, readRealm } from './zulip-preview.ts';
import { number, ZulipTables, type Recipient } from './zulip-tables.ts';

/** Files with records that are read, and those of the exporting server's own work. */
const known =
  /^(?:(?:realm|attachment|migration_status|analytics|stats|consented_user_ids|messages-\d+)\.json|(?:uploads|avatars|emoji|realm_icons)\/records\.json)$/;
/** Other files that have no content of the team. */
const besides = /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$|^notes\.txt$/;

/** Opens the archive: unpacks it, unless that was done before. */
export const openZulip: OpenSource = async (file, tools) => {
  const archive = await unpackArchive(file, tools);
  const { realm, ...about } = await readRealm(archive);
  return new ZulipSource(file, archive, realm, about, tools);
};

interface About {
  title: string;
  origin: string;
  isHearth: boolean;
}

class ZulipSource implements TeamSource {
  readonly kind = 'zulip';
  readonly title: string;
  readonly origin: string;
  readonly #isHearth: boolean;
  readonly #file: string;
  readonly #archive: UnpackedArchive;
  readonly #realm: Tables;
  readonly #tools: SourceTools;
  #done = 0;
  #total = 1;

  constructor(
    file: string,
    archive: UnpackedArchive,
    realm: Tables,
    { title, origin, isHearth }: About,
    tools: SourceTools,
  ) {
    this.#file = file;
    this.#archive = archive;
    this.#realm = realm;
    this.#tools = tools;
    this.title = title;
    this.origin = origin;
    this.#isHearth = isHearth;
  }

  async preview(signal: AbortSignal): Promise<TeamPreview> {
    return previewZulip(this.#file, { report: this.#tools.report, signal });
  }

  async *records(choices: ImportChoices, references: References, report: ReportProblem): AsyncGenerator<TeamRecord> {
    const tables = new ZulipTables(this.#realm, report);
    const lists = await RecordLists.read(this.#archive, report);
    const attachments = await Attachments.read(this.#archive, report);
    const named = new Set([...lists.named, ...attachments.paths]);
    reportUnused(this.#archive.files, (name) => named.has(name) || besides.test(name), report);
    reportUnused(this.#archive.names, (name) => known.test(name), report);
    const isChannelLeftOut = (channel: number): boolean => choices.leaveOutChannels.has(channel);
    const isLeftOut = (to: Recipient): boolean =>
      'channel' in to ? isChannelLeftOut(to.channel) : choices.leaveOutDirectMessages;
    yield organizationRecord(tables, this.#archive, lists);
    yield* userRecords(tables, this.#archive, lists);
    yield* groupRecords(tables);
    yield* folderRecords(tables);
    yield* channelRecords(tables, isChannelLeftOut);
    yield* emojiRecords(tables, this.#archive, lists);
    yield* attachments.records(this.#archive, lists);
    yield* subscriptionRecords(tables, isChannelLeftOut);
    yield* personalRecords(tables, isChannelLeftOut);
    yield* ownPersonalRecords(tables, references);
    const reading = { tables, archive: this.#archive, attachments, references, isLeftOut };
    this.#total = Math.max(1, this.#archive.names.filter((name) => name.startsWith('messages-')).length);
    const { signal } = this.#tools;
    const channels = tables.rows('zerver_stream').map(({ row }) => number(row['id']) ?? 0);
    // An export of Hearth writes histories for a server that counts its channels from 1 on.
    const channelOfHistory = (id: number): number => (this.#isHearth ? (channels[id - 1] ?? id) : id);
    let file = '';
    for await (const message of messageRecords({ ...reading, signal, channelOfHistory })) {
      if (message.file !== file) this.#done += 1;
      file = message.file;
      yield message;
    }
    yield* reactionRecords(tables);
    yield* submessageRecords(tables);
    yield* scheduledRecords({ ...reading, channelOfHistory });
    yield* ownReminders(tables, references);
  }

  notCarriedOver(): string[] {
    return notCarriedOver(this.#realm, this.#isHearth);
  }

  position(): { done: number; total: number } {
    return { done: Math.min(this.#done, this.#total), total: this.#total };
  }

  async close(): Promise<void> {
    // Nothing is open: what was unpacked belongs to the folder of the import.
  }
}
