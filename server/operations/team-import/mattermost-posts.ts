/** Posts of a bulk export of Mattermost, from the oldest to the newest: the export has them in the order of their ids. */
import type { FileHandle } from 'node:fs/promises';
import { open } from '../../file-access.ts';
import { rowAt, textAt } from './fields.ts';
import { parseTables, type Row } from './json-rows.ts';
import { isEmpty, isSystem, placeOf, repliesOf, senderOf, type Place } from './mattermost-rows.ts';
import type { MattermostTeam } from './mattermost-team.ts';

export interface Post {
  id: string;
  /** The first post of the thread, which may be this one. */
  root: Row;
  /** Replies of the thread. */
  replies: number;
  row: Row;
  isReply: boolean;
  place: Place;
  sender: string;
  /** Milliseconds. */
  at: number;
  line: number;
}

/** Lines that were read last: replies of one thread are near each other in time. */
const keptLines = 64;

/**
 * Yields posts by time. @param path of the records, unpacked
 * @param isWanted leaves out what is in other places
 */
export async function* postsOf(
  path: string,
  team: MattermostTeam,
  isWanted: (place: Place) => boolean,
): AsyncGenerator<Post> {
  const handle = await open(path, 'r');
  const kept = new Map<number, { kind: string; row: Row }>();
  let [time, ids] = [Number.NaN, new Map<string, number>()];
  try {
    for (const { at, offset, bytes, line, reply } of team.posts.sorted()) {
      const read = kept.get(line) ?? (await lineAt(handle, team.file, { offset, bytes }));
      kept.delete(line);
      kept.set(line, read);
      if (kept.size > keptLines) kept.delete(kept.keys().next().value ?? 0);
      const place = placeOf(read.kind, read.row);
      const replies = repliesOf(read.row);
      const row = reply === 0 ? read.row : replies[reply - 1];
      const sender = row === undefined ? undefined : senderOf(row);
      if (row === undefined || sender === undefined || place === undefined || !isWanted(place)) continue;
      if (at !== time) [time, ids] = [at, new Map()];
      const key = `${'channel' in place ? place.channel : place.users.toSorted().join(',')}/${at}/${sender}`;
      const count = (ids.get(key) ?? 0) + 1;
      ids.set(key, count);
      yield {
        id: count === 1 ? key : `${key}/${count}`,
        root: read.row,
        replies: replies.filter((each) => !isSystem(each) && !isEmpty(each)).length,
        row,
        isReply: reply > 0,
        place,
        sender,
        at,
        line,
      };
    }
  } finally {
    await handle.close();
  }
}

async function lineAt(
  handle: FileHandle,
  file: string,
  { offset, bytes }: { offset: number; bytes: number },
): Promise<{ kind: string; row: Row }> {
  const { buffer } = await handle.read(Buffer.alloc(bytes), 0, bytes, offset);
  // What is wrong in it was reported when the file was read first.
  const { tables } = parseTables(file, buffer.toString('utf8'), () => undefined);
  const kind = textAt(tables ?? {}, 'type');
  return { kind, row: rowAt(tables ?? {}, kind) };
}
