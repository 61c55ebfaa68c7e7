/** Exports of teams in the format of the larger server, from a seed: small, and documented field by field in its source. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { mersenne } from 'pure-rand/generator/mersenne';
import { pack, type Header } from 'tar-stream';

export type ArchiveFiles = Map<string, string | Buffer>;

/** Numbers of what an archive holds. */
export interface TeamShape {
  seed: number;
  users: number;
  channels: number;
  messages: number;
  files: number;
}

type Row = Record<string, unknown>;

/** @returns the files of an archive: of four messages one is direct, every second channel is private, names may repeat. */
export function teamFiles({ seed, users, channels, messages, files }: TeamShape): ArchiveFiles {
  const generator = mersenne(seed);
  const below = (count: number): number => Math.floor(uniformFloat64(generator) * count);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
  const people = range(users).map((id): Row => ({
    id,
    full_name: `${pick(['Ada', 'Bo', 'Çelik', '山田'])} ${pick(['Okoye', 'Lind'])}`,
    delivery_email: id % 5 === 0 ? `user${id}@address-needed.invalid` : `user${id}@office.example`,
    role: id === 1 ? 100 : pick([200, 300, 400, 600]),
    is_active: id % 7 !== 0,
    is_bot: id % 6 === 0,
  }));
  const places = range(channels).map((id): Row => ({
    id,
    name: `channel ${id}`,
    invite_only: id % 2 === 0,
    deactivated: false,
  }));
  const recipients = [
    ...range(users).map((id): Row => ({ id, type: 1, type_id: id })),
    ...range(channels).map((id): Row => ({ id: users + id, type: 2, type_id: id })),
  ];
  const sent = range(messages).map((id): Row => ({
    id,
    sender: below(users) + 1,
    recipient: id % 4 === 0 ? below(users) + 1 : users + below(channels) + 1,
    subject: 'topic',
    content: `Message ${id}`,
    date_sent: 1_700_000_000 + id,
  }));
  const found: ArchiveFiles = new Map();
  found.set(
    'realm.json',
    JSON.stringify(
      {
        zerver_realm: [{ id: 1, name: 'Office', string_id: 'office', date_created: 1_600_000_000 }],
        zerver_userprofile: people,
        zerver_stream: places,
        zerver_recipient: recipients,
        zerver_userpresence: [{ id: 1 }],
      },
      null,
      1,
    ),
  );
  for (let part = 0; part * 1000 < messages; part += 1)
    found.set(
      `messages-${String(part + 1).padStart(6, '0')}.json`,
      JSON.stringify({ zerver_message: sent.slice(part * 1000, (part + 1) * 1000) }),
    );
  for (const id of range(files)) found.set(`uploads/2/aa/${id}/file${id}.txt`, `file ${id}`);
  found.set('migration_status.json', JSON.stringify({ migrations_by_app: {}, zulip_version: '11.4' }));
  return found;
}

/**
 * Writes a gzipped tar file.
 * @param more entries that are no plain files.
 */
export async function packTo(
  file: string,
  files: ArchiveFiles,
  more: readonly (Partial<Header> & Pick<Header, 'name'>)[] = [],
): Promise<void> {
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(file));
  for (const header of more) archive.entry(header);
  for (const [name, content] of files) archive.entry({ name }, content);
  archive.finalize();
  await written;
}
