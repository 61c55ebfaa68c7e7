/** Export of a team as another chat writes it, of any number of messages, for the bench of imports: written as it is made. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

const blockBytes = 512;
const inFile = 1000;

/** One file of a tar archive (POSIX ustar). */
function entry(name: string, content: string): Buffer[] {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100);
  header.write(`0000600\0${'0000000\0'.repeat(2)}`, 100);
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0        0`, 124);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)];
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

function* parts(users: number, channels: number, messages: number): Generator<Buffer> {
  const realm = {
    zerver_realm: [{ id: 1, name: 'Office', string_id: 'office', date_created: 1_600_000_000 }],
    zerver_userprofile: range(users).map((id) => ({
      id,
      full_name: `User ${id}`,
      delivery_email: `user${id}@office.example`,
      role: 400,
      is_active: true,
      is_bot: false,
      date_joined: 1_600_000_000,
    })),
    zerver_stream: range(channels).map((id) => ({ id, name: `channel ${id}`, invite_only: id % 2 === 0 })),
    zerver_recipient: [
      ...range(users).map((id) => ({ id, type: 1, type_id: id })),
      ...range(channels).map((id) => ({ id: users + id, type: 2, type_id: id })),
    ],
  };
  yield* entry('realm.json', JSON.stringify(realm));
  for (let part = 0; part * inFile < messages; part += 1) {
    const sent = range(Math.min(inFile, messages - part * inFile)).map((i) => {
      const id = part * inFile + i;
      return {
        id,
        sender: (id % users) + 1,
        recipient: id % 4 === 0 ? ((id * 7) % users) + 1 : users + ((id * 13) % channels) + 1,
        subject: `topic ${id % 50}`,
        content:
          id % 5 === 0
            ? `**Message ${id}** for @**User ${(id % users) + 1}**: see https://example.com/${id}`
            : `Message ${id} of the office`,
        date_sent: 1_600_000_000 + id,
      };
    });
    yield* entry(`messages-${String(part + 1).padStart(6, '0')}.json`, JSON.stringify({ zerver_message: sent }));
  }
  yield* entry('migration_status.json', JSON.stringify({ migrations_by_app: {}, zulip_version: '11.4' }));
  yield Buffer.alloc(2 * blockBytes);
}

/** Writes the archive to a file. */
export async function writeTeamArchive(
  file: string,
  { users, channels, messages }: { users: number; channels: number; messages: number },
): Promise<void> {
  await pipeline(Readable.from(parts(users, channels, messages)), createGzip({ level: 1 }), createWriteStream(file));
}
