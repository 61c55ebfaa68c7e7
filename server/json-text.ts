/**
 * JSON that is ready: large parts of answers are written ahead, in steps between which others are served, and go into the answer
 * as they are. Both who writes them and who puts answers together know this form, and neither knows the other.
 */
export class JsonText {
  /** Text, and UTF-8 that leaves as it is: megabytes of text would be copied on their way. */
  readonly parts: readonly (string | Buffer)[];

  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts;
  }

  get text(): string {
    return this.parts.join('');
  }
}

/** Text that many answers share: as it is in small ones, which leave as one text, and as bytes, made once for all, in large ones. */
export class SharedText {
  readonly text: string;
  /** In UTF-8. */
  readonly length: number;
  #bytes: Buffer | undefined;

  constructor(text: string) {
    this.text = text;
    this.length = Buffer.byteLength(text);
  }

  get bytes(): Buffer {
    return (this.#bytes ??= Buffer.from(this.text));
  }
}

/** A list of elements that were written in parts. @param elements any number in each of these, with a comma before every one. */
export function joinedList(elements: readonly Buffer[]): JsonText {
  const [first, ...others] = elements.filter(({ length }) => length > 0);
  return new JsonText(['[', ...(first === undefined ? [] : [first.subarray(1), ...others]), ']']);
}

/** An object with one list more. @param elements of the list: any number in each of these, with a comma before every one. */
export function jsonObject(fields: object, list: string, elements: readonly Buffer[]): JsonText {
  const before = JSON.stringify(fields).slice(0, -1);
  const name = `${before}${before === '{' ? '' : ','}${JSON.stringify(list)}:`;
  return new JsonText([name, ...joinedList(elements).parts, '}']);
}

/** The fields of an object without its braces, to stand among others. */
export const fieldsText = (fields: object): string => JSON.stringify(fields).slice(1, -1);

/** Bytes that a text takes in memory: two for each of its units as soon as one is outside of Latin-1, as emoji are. */
export const bytesInMemory = (text: string): number => text.length * (/[^\0-\u00ff]/.test(text) ? 2 : 1);

/** A list whose elements are JSON already. */
export const jsonList = (elements: readonly string[]): JsonText => new JsonText([`[${elements.join(',')}]`]);
