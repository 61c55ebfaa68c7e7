/**
 * The database image that sql.js works on. sql.js keeps a file in a plain array and copies all of it whenever the
 * file grows (measured: 360 ms at 180 MB). This image lives in a resizable buffer that grows in place instead, and
 * stays readable from outside, so that a snapshot needs no `export()` (a second copy of everything).
 */
import { StorageError } from './errors.ts';

/** The part of ES2024 used here; Node has it since 20, the compiler's library setting does not. */
interface ResizableBuffer extends ArrayBuffer {
  resize(bytes: number): void;
}

// A step is a quarter of what is there: a small database takes little, and a large one seldom grows.
const smallestStep = 1024 * 1024;
const largestStep = 16 * 1024 * 1024;
// V8's largest buffer. It is only reserved address space; memory is used as it is written.
const largest = 2 ** 32;

export interface MemoryImage {
  /** Hand this to `new SQL.Database()`: sql.js takes over the image itself, without a copy. */
  readonly source: Uint8Array;
  /** A view of the first `bytes` bytes as they are now. */
  view(bytes: number): Uint8Array<ArrayBuffer>;
}

/** Makes an image of `bytes` bytes, filled by the caller through `view`. */
export function createMemoryImage(bytes: number): MemoryImage {
  const buffer = reserve(bytes);
  const store = new Uint8Array(buffer);
  const setBytes = Uint8Array.prototype.set;
  // sql.js's file system reads `length` to decide whether to reallocate, and writes with `set`: so it never does.
  Object.defineProperty(store, 'length', { value: largest });
  store.set = (source: ArrayLike<number>, offset = 0): void => {
    const end = offset + source.length;
    if (end > buffer.byteLength) grow(buffer, end);
    setBytes.call(store, source, offset);
  };
  // It stores `source.slice(0, length)`: giving the store itself here is what makes it share our memory.
  const source = Object.defineProperties(new Uint8Array(0), {
    length: { value: bytes },
    slice: { value: () => store },
  });
  return { source, view: (length) => new Uint8Array(buffer, 0, length) };
}

function reserve(bytes: number): ResizableBuffer {
  // A 32-bit address space or a low limit on virtual memory cannot reserve 4 GB: then reserve what it gives.
  for (let limit = largest; limit > bytes; limit /= 2) {
    try {
      return Reflect.construct(ArrayBuffer, [bytes, { maxByteLength: limit }]) as ResizableBuffer;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  throw new StorageError('failed', `There is not enough memory for a database of ${bytes} bytes.`);
}

function grow(buffer: ResizableBuffer, bytes: number): void {
  const step = Math.min(largestStep, Math.max(smallestStep, Math.ceil(bytes / 4)));
  buffer.resize(Math.min(largest, bytes + step));
}

/** An image with these bytes. */
export function copyToImage(bytes: Uint8Array): MemoryImage {
  const image = createMemoryImage(bytes.length);
  image.view(bytes.length).set(bytes);
  return image;
}
