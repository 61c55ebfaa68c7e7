/** Small files that say of themselves whether they are whole: one value as JSON, with its checksum before it. */
import { crc32 } from 'node:zlib';

/** @param name what the value is called in the file: letters only. */
export function encodeSealed(name: string, value: object): Uint8Array {
  const text = JSON.stringify(value);
  const encoder = new TextEncoder();
  return encoder.encode(`{"crc32":"${checksum(encoder.encode(text))}","${name}":${text}}\n`);
}

/** The value, or undefined when the bytes are not what `encodeSealed` made. */
export function decodeSealed(name: string, bytes: Uint8Array): unknown {
  const [, sum, text = ''] =
    new RegExp(`^\\{"crc32":"([0-9a-f]{8})","${name}":(.*)\\}\\n$`, 's').exec(new TextDecoder().decode(bytes)) ?? [];
  return sum !== undefined && sum === checksum(new TextEncoder().encode(text)) ? JSON.parse(text) : undefined;
}

/** CRC-32 as eight hexadecimal digits. */
export function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
