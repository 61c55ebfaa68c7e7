/**
 * The bytes of the journal. A segment file is a header and then records; a record is what one group of transactions
 * wrote together, under one checksum, so a half-written group is never half-replayed. Transactions are numbered
 * through the whole history: a missing or doubled record or file cannot go unnoticed.
 */
import { crc32 } from 'node:zlib';
import type { SqlValue } from './engine.ts';

export interface JournalStatement {
  sql: string;
  params: readonly SqlValue[];
}

export interface JournalTransaction {
  statements: JournalStatement[];
  /** Sum of the rows its statements changed: replay must arrive at the same. */
  changes: number;
}

export interface SegmentHeader {
  number: number;
  /** Number of the first transaction in it. Whatever an earlier segment holds from here on was never acknowledged. */
  firstTransaction: number;
  /** Which history it belongs to, 32 hex digits. */
  history: string;
  /** Bytes that the file has at least until its last record is one that closes it; 0 in segments of versions that did not note it. */
  capacity: number;
}

export interface JournalRecord {
  offset: number;
  /** Offset after it. */
  end: number;
  firstTransaction: number;
  /** 0 for a seal, which only says that everything before it was on disk. */
  count: number;
  payload: Uint8Array;
}

/** SQL text to its index, for one segment: each text is written once. */
export type Dictionary = Map<string, number>;

type WireValue = string | number | null | { blob: string } | { number: string };
type WireTransaction = [changes: number, ...statements: [sql: number, ...params: WireValue[]][]];
interface WirePayload {
  sql: string[];
  transactions: WireTransaction[];
}

export const segmentHeaderBytes = 64;
const recordHeaderBytes = 24;
const segmentMagic = new TextEncoder().encode('HEARTHJ1');
// No byte of it occurs in UTF-8, so no text inside a record can look like the start of one.
const recordMagic = 0xfff8fbfe;
const closingText = 'closed';
const alignment = 8;
const usualScratch = 64 * 1024;
const largestScratch = 4 * 1024 * 1024;

export function encodeSegmentHeader(header: SegmentHeader): Uint8Array {
  const bytes = new Uint8Array(segmentHeaderBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(segmentMagic, 0);
  view.setUint32(12, header.number, true);
  view.setBigUint64(16, BigInt(header.firstTransaction), true);
  bytes.set(Buffer.from(header.history, 'hex'), 24);
  view.setUint32(40, header.capacity, true);
  view.setUint32(8, headerSum(bytes), true);
  return bytes;
}

/** The header of a segment file; `newer` when another version wrote it, undefined when it is damaged. */
export function decodeSegmentHeader(bytes: Uint8Array): SegmentHeader | 'newer' | undefined {
  if (bytes.length < segmentHeaderBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, segmentHeaderBytes);
  if (view.getUint32(8, true) !== headerSum(bytes)) return undefined;
  if (segmentMagic.some((byte, index) => bytes[index] !== byte)) return 'newer';
  return {
    number: view.getUint32(12, true),
    firstTransaction: Number(view.getBigUint64(16, true)),
    history: Buffer.from(bytes.subarray(24, 40)).toString('hex'),
    capacity: view.getUint32(40, true),
  };
}

/** Makes records in memory that it uses again: each is valid until the next one is asked for. */
export class RecordEncoder {
  #scratch = Buffer.alloc(usualScratch);
  #view = viewOf(this.#scratch);

  /** One record for a group; adds new SQL texts to the dictionary. */
  record(transactions: readonly JournalTransaction[], first: number, dictionary: Dictionary): Uint8Array {
    const texts: string[] = [];
    // The JSON of a WirePayload, put together by hand: half the time of building its arrays to stringify them.
    let wire = '';
    for (const { changes, statements } of transactions) {
      wire += wire === '' ? `[${changes}` : `,[${changes}`;
      for (const { sql, params } of statements) {
        let index = dictionary.get(sql);
        if (index === undefined) {
          index = dictionary.size;
          dictionary.set(sql, index);
          texts.push(sql);
        }
        wire += `,[${index}`;
        for (const value of params) wire += `,${toWire(value)}`;
        wire += ']';
      }
      wire += ']';
    }
    const sql = texts.length === 0 ? '[]' : JSON.stringify(texts);
    return this.#frame(`{"sql":${sql},"transactions":[${wire}]}`, first, transactions.length);
  }

  /** A record without transactions: proves that all before it was on disk, so damage there is no torn tail. */
  seal(next: number): Uint8Array {
    return this.#frame('', next, 0);
  }

  /** The last record of a segment: the file may be shorter than its capacity from then on. */
  close(next: number): Uint8Array {
    return this.#frame(closingText, next, 0);
  }

  #frame(payload: string, firstTransaction: number, count: number): Uint8Array {
    // No character takes more than three bytes for each of its UTF-16 units.
    const atMost = recordHeaderBytes + payload.length * 3 + alignment;
    if (atMost > this.#scratch.length) this.#use(atMost);
    const bytes = this.#scratch;
    const view = this.#view;
    const length = bytes.write(payload, recordHeaderBytes);
    const end = recordHeaderBytes + length;
    const next = aligned(end);
    for (let at = end; at < next; at += 1) bytes[at] = 0;
    view.setUint32(0, recordMagic, true);
    view.setUint32(8, length, true);
    view.setUint32(12, count, true);
    view.setUint32(16, firstTransaction % 2 ** 32, true);
    view.setUint32(20, Math.floor(firstTransaction / 2 ** 32), true);
    view.setUint32(4, crc32(bytes.subarray(8, end)), true);
    if (bytes.length > largestScratch) this.#use(usualScratch);
    return bytes.subarray(0, next);
  }

  #use(size: number): void {
    this.#scratch = Buffer.alloc(size);
    this.#view = viewOf(this.#scratch);
  }
}

/** Whether a record ends its segment. */
export function isClosing({ count, payload }: JournalRecord): boolean {
  return count === 0 && payload.length > 0;
}

/** The transactions of a record; `texts` is the segment's dictionary so far and is added to. */
export function decodeRecord(record: JournalRecord, texts: string[]): JournalTransaction[] {
  if (record.count === 0) return [];
  const payload = JSON.parse(Buffer.from(record.payload).toString('utf8')) as WirePayload;
  texts.push(...payload.sql);
  return payload.transactions.map(([changes, ...statements]) => ({
    changes,
    statements: statements.map(([index, ...params]) => ({ sql: texts[index] ?? '', params: params.map(fromWire) })),
  }));
}

/** The whole record at `offset`, undefined when there is none. */
export function readRecord(bytes: Uint8Array, offset: number): JournalRecord | undefined {
  if (offset + recordHeaderBytes > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, recordHeaderBytes);
  if (view.getUint32(0, true) !== recordMagic) return undefined;
  const stop = offset + recordHeaderBytes + view.getUint32(8, true);
  if (stop > bytes.length || view.getUint32(4, true) !== crc32(bytes.subarray(offset + 8, stop))) return undefined;
  return {
    offset,
    end: aligned(stop),
    count: view.getUint32(12, true),
    firstTransaction: Number(view.getBigUint64(16, true)),
    payload: bytes.subarray(offset + recordHeaderBytes, stop),
  };
}

/** The first whole record at or after `offset`: after a bad one it distinguishes damage in the middle from a torn tail. */
export function findRecord(bytes: Uint8Array, offset: number): JournalRecord | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = aligned(offset); at + recordHeaderBytes <= bytes.length; at += alignment) {
    if (view.getUint32(at, true) !== recordMagic) continue;
    const record = readRecord(bytes, at);
    if (record) return record;
  }
  return undefined;
}

/** Whether nothing was ever written from `offset` on (segments are made of zeros first). */
export function isBlank(bytes: Uint8Array, offset: number): boolean {
  return bytes.subarray(offset).every((byte) => byte === 0);
}

function headerSum(bytes: Uint8Array): number {
  return crc32(bytes.subarray(12, segmentHeaderBytes), crc32(bytes.subarray(0, 8)));
}

function aligned(offset: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The JSON of a WireValue. */
function toWire(value: SqlValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `{"number":"${value}"}`;
  return value === null ? 'null' : `{"blob":"${Buffer.from(value).toString('base64')}"}`;
}

function fromWire(value: WireValue): SqlValue {
  if (typeof value !== 'object' || value === null) return value;
  return 'blob' in value ? new Uint8Array(Buffer.from(value.blob, 'base64')) : Number(value.number);
}
