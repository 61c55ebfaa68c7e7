/** Records of a source of an import as its writer would take them: each kind whole before the next, what they refer to before them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceId } from '../operations/team-import/personal-records.ts';
import type { TeamRecord } from '../operations/team-import/records.ts';
import type { Problem } from '../operations/team-import/report.ts';
import type {
  IdKind,
  ImportChoices,
  References,
  SourceTools,
  TeamPreview,
  TeamSource,
} from '../operations/team-import/source.ts';
import { kindOrder, type Kind } from '../operations/team-import/team.ts';
import { texts } from '../texts.ts';

export type RecordOf<K extends Kind> = Extract<TeamRecord, { kind: K }>;

/** What a test expects of a problem. */
export type ExpectedProblem = Partial<Omit<Problem, 'what'>> & { what?: string };

export interface Collected {
  all: TeamRecord[];
  of<K extends Kind>(kind: K): RecordOf<K>[];
  /** Content of taken files and emoji, by source id. */
  taken: Map<SourceId, string>;
  problems: Problem[];
}

const everything: ImportChoices = {
  leaveOutChannels: new Set(),
  leaveOutDirectMessages: false,
  mainTopic: '',
  team: null,
};

/** Takes all records of a source. @throws when they are not in their order or refer to what has not come */
export async function collected(source: TeamSource, choices: Partial<ImportChoices> = {}): Promise<Collected> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-records-'));
  const ids = new Map<string, number>();
  const names = new Map<string, string>();
  const all: TeamRecord[] = [];
  const taken = new Map<SourceId, string>();
  const problems: Problem[] = [];
  const idOf = (kind: IdKind, id: SourceId): number | undefined => ids.get(`${kind} ${id}`);
  const nameOf = (kind: IdKind, id: SourceId): string | undefined => names.get(`${kind} ${id}`);
  const within = (name: string | undefined, begin: string, end: string): string | undefined =>
    name === undefined ? undefined : `${begin}${name}${end}`;
  const references: References = {
    idOf,
    user: (id, isSilent) => within(nameOf('user', id), isSilent === true ? '@_**' : '@**', '**'),
    group: (id) => within(nameOf('group', id), '@*', '*'),
    channel: (id, topic) => within(nameOf('channel', id), '#**', topic === undefined ? '**' : `>${topic}**`),
    file: (id) => within(nameOf('file', id), '/user_uploads/', ''),
    renamed: () => undefined,
    say: texts.in('en'),
  };
  let last = 0;
  let time = 0;
  const known = (kind: IdKind, id: SourceId): void => {
    if (idOf(kind, id) === undefined) throw new Error(`the ${kind} ${id} has not come`);
  };
  const check = (record: TeamRecord): void => {
    const place = kindOrder.indexOf(record.kind);
    if (place < last) throw new Error(`a record of ${record.kind} comes too late`);
    last = place;
    if (record.kind === 'channel' && record.folder !== null) known('folder', record.folder);
    if (record.kind === 'subscription') {
      known('user', record.user);
      known('channel', record.channel);
    }
    if (record.kind === 'message') {
      known('user', record.sender);
      for (const { user } of record.flags) known('user', user);
      if ('channel' in record.to) known('channel', record.to.channel);
      else for (const user of record.to.users) known('user', user);
      if (record.at < time) throw new Error(`a message of ${record.at} comes after ${time}`);
      time = record.at;
    }
    if (record.kind === 'reaction') {
      known('user', record.user);
      known('message', record.message);
    }
  };
  try {
    for await (const record of source.records({ ...everything, ...choices }, references, (one) => problems.push(one))) {
      check(record);
      all.push(record);
      if ('id' in record) {
        const key = `${record.kind} ${record.id}`;
        if (ids.has(key)) throw new Error(`two records are ${key}`);
        ids.set(key, ids.size + 1);
        if ('name' in record) names.set(key, record.name);
      }
      if (record.kind !== 'file' && record.kind !== 'emoji') continue;
      const path = join(folder, 'taken');
      await record.take(path);
      taken.set(record.id, await readFile(path, 'utf8'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const of = <K extends Kind>(kind: K): RecordOf<K>[] =>
    all.filter((record): record is RecordOf<K> => record.kind === kind);
  return { all, of, taken, problems };
}

/**
 * What a source makes of a file, which is opened and closed each time.
 * @param open the source. @param at where the file is, and a folder for what is unpacked, at the time of the call.
 */
export function reading(
  open: (file: string, tools: SourceTools) => Promise<TeamSource>,
  at: () => { file: string; work: string },
): {
  /** All records, and what was reported when the file was opened. */
  read(choices?: Partial<ImportChoices>): Promise<Collected & { opening: Problem[] }>;
  preview(): Promise<TeamPreview>;
} {
  const opened = async <T>(
    use: (source: TeamSource) => Promise<T>,
    report: (problem: Problem) => void = () => undefined,
  ): Promise<T> => {
    const { file, work } = at();
    const source = await open(file, { work, signal: new AbortController().signal, report });
    try {
      return await use(source);
    } finally {
      await source.close();
    }
  };
  return {
    read: async (choices) => {
      const opening: Problem[] = [];
      return opened(
        async (source) => ({ ...(await collected(source, choices)), opening }),
        (one) => opening.push(one),
      );
    },
    preview: async () => opened(async (source) => source.preview(new AbortController().signal)),
  };
}
