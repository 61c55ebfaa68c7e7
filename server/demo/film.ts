/**
 * A film of the demo: WebM, put together here of its frames. A lossy WebP picture holds one frame of VP8 as it is; so a film of
 * whole pictures needs no encoder of films.
 */

/** What is around an element's bytes: its id, and its length in eight bytes. */
function element(id: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(content.length));
  // The first bit that is set says how long the length is.
  length[0] = 1;
  return Buffer.concat([Buffer.from(id, 'hex'), length, content]);
}

function number(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return element(id, bytes);
}

const text = (id: string, value: string): Buffer => element(id, Buffer.from(value, 'latin1'));

function real(id: string, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(id, bytes);
}

/** The frame in a picture: RIFF, length, WEBP, then `VP8 `, length, frame. */
function frameOf(webp: Buffer): Buffer {
  if (webp.toString('latin1', 12, 16) !== 'VP8 ') throw new Error('not a plain lossy WebP picture');
  return webp.subarray(20, 20 + webp.readUInt32LE(16));
}

/** @param pictures lossy WebP without transparency, all of one size. @param frameMs how long each is shown. */
export function film(pictures: readonly Buffer[], size: { width: number; height: number }, frameMs: number): Buffer {
  const header = element(
    '1a45dfa3',
    number('4286', 1),
    number('42f7', 1),
    number('42f2', 4),
    number('42f3', 8),
    text('4282', 'webm'),
    number('4287', 2),
    number('4285', 2),
  );
  // Times in milliseconds.
  const info = element(
    '1549a966',
    number('2ad7b1', 1_000_000),
    real('4489', pictures.length * frameMs),
    text('4d80', 'Hearth'),
    text('5741', 'Hearth'),
  );
  const video = element('e0', number('b0', size.width), number('ba', size.height));
  const track = element('ae', number('d7', 1), number('73c5', 1), number('83', 1), text('86', 'V_VP8'), video);
  const blocks = pictures.map((picture, index) => {
    // Track 1, time, and that it is a whole picture.
    const before = Buffer.from([0x81, 0, 0, 0x80]);
    before.writeInt16BE(index * frameMs, 1);
    return element('a3', before, frameOf(picture));
  });
  const cluster = element('1f43b675', number('e7', 0), ...blocks);
  return Buffer.concat([header, element('18538067', info, element('1654ae6b', track), cluster)]);
}
