/** Writes of large files beside the data: they end before the disk of the data is full, because a running server needs room for its journal. */
import { statfs } from 'node:fs/promises';
import { stat } from '../file-access.ts';
import { diskReserve } from './disk.ts';

/** After how many bytes the room is measured again. */
const strideBytes = 4 * 1024 * 1024;

/**
 * Passes on what is written into a folder. @param dataDir whose disk is to keep room; a folder on another disk may be filled.
 * @throws Error ENOSPC when less than the reserve would be left
 */
export async function* leavingRoom(
  source: AsyncIterable<Buffer>,
  folder: string,
  dataDir: string,
): AsyncGenerator<Buffer> {
  const [device, ofData] = await Promise.all([deviceOf(folder), deviceOf(dataDir)]);
  const isShared = device !== undefined && device === ofData;
  let left = 0;
  for await (const chunk of source) {
    left -= chunk.length;
    if (isShared && left <= 0) {
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < diskReserve + chunk.length)
        throw Object.assign(new Error(`There is too little room in ${folder}.`), { code: 'ENOSPC' });
      left = strideBytes;
    }
    yield chunk;
  }
}

/** Undefined for a missing folder: what writes into it reports that. */
const deviceOf = (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ dev }) => dev,
    () => undefined,
  );
