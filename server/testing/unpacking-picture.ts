/** A picture that is small as a file and large in memory: an interlaced PNG of 16 bits a channel, all of one colour. */
import { crc32, createDeflate } from 'node:zlib';

/** x and y of the first pixel of each pass of the interlacing, and the steps to the next. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const bytesPerPixel = 8;

/** @param side of the square, in pixels; reading it takes eight bytes for each. */
export async function unpackingPicture(side: number): Promise<Uint8Array> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8); // 16 bits, red green blue alpha, the only compression and filters there are, interlaced
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', await deflatedZeros(bytesOfLines(side))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Each line of a pass begins with the number of its filter, 0. */
function bytesOfLines(side: number): number {
  return passes
    .map(([x, y, stepX, stepY]) => {
      const [width, height] = [Math.ceil((side - x) / stepX), Math.ceil((side - y) / stepY)];
      return height * (1 + width * bytesPerPixel);
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}

async function deflatedZeros(length: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const zeros = Buffer.alloc(1024 * 1024);
  const write = async (): Promise<void> => {
    for (let left = length; left > 0; left -= zeros.length)
      if (!deflate.write(zeros.subarray(0, left))) await new Promise((resolve) => deflate.once('drain', resolve));
    deflate.end();
  };
  const pieces: Buffer[] = [];
  deflate.on('data', (piece: Buffer) => pieces.push(piece));
  await Promise.all([write(), new Promise((resolve) => deflate.once('end', resolve))]);
  return Buffer.concat(pieces);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
