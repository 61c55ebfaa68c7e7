/**
 * JSON that is ready: large parts of answers are written ahead, in steps between which others are served, and go into the answer
 * as they are. Both who writes them and who puts answers together know this form, and neither knows the other.
 */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An object with one list more, whose elements are JSON already. */
export function jsonObject(fields: object, list: string, elements: readonly string[]): JsonText {
  const before = JSON.stringify(fields).slice(0, -1);
  return new JsonText(`${before}${before === '{' ? '' : ','}${JSON.stringify(list)}:[${elements.join(',')}]}`);
}
