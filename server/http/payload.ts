/** Bodies of services, which call them by any type or none (`takesPayload`). */
import { ApiError, badRequest, malformedRequest } from '../errors.ts';
import { addForm } from './form-fields.ts';
import type { MultipartForm } from './multipart.ts';

/** The body of a service. */
export interface Payload {
  /** What it says: JSON, whatever it is called; fields of a form by name; else the text. */
  value: unknown;
  /** As it was written. */
  text: string;
  /** Why it cannot be read; undefined where it can. */
  problem?: ApiError | undefined;
}

/** Reads the body of a service. Does not throw: a problem is in the answer, beside the text. */
export function payloadOf({ form, body }: { form?: MultipartForm | undefined; body?: unknown }): Payload {
  if (form !== undefined) {
    const value = Object.fromEntries(form.fields);
    const text = form.fields.size === 0 ? '' : JSON.stringify(value, null, 2);
    const problem = problemOf(form);
    return problem === undefined ? { value, text } : { value: undefined, text, problem };
  }
  const { text, isJson, problem } = body instanceof WrittenPayload ? body : new WrittenPayload('', false);
  if (problem !== undefined) return { value: undefined, text, problem };
  if (text.trim() === '') return { value: undefined, text, problem: badRequest('The body of the request is empty.') };
  try {
    return { value: JSON.parse(text), text };
  } catch (error) {
    if (isJson || /^\s*[[{]/.test(text))
      return { value: undefined, text, problem: malformedRequest((error as Error).message) };
    return { text, ...formOrText(text) };
  }
}

const namedFiles = 3;

/** No call is posted in part: a file beside the fields would be missing in the message. */
function problemOf({ fields, leftOut }: MultipartForm): ApiError | undefined {
  if (leftOut.length === 0) return fields.size === 0 ? badRequest('The body of the request is empty.') : undefined;
  if (fields.size === 0) return badRequest('The form has no fields; files are not taken here.');
  const names = leftOut.slice(0, namedFiles).map(({ field, name }) => (name || field).replaceAll(/\p{C}/gu, ''));
  const more = leftOut.length > names.length ? ', …' : '';
  return badRequest(`Files are not taken here: ${names.join(', ')}${more}. Send the fields without files.`);
}

function formOrText(text: string): Pick<Payload, 'value' | 'problem'> {
  if (!/^[\w.[\]%+-]+=/.test(text)) return { value: text };
  try {
    const fields = new Map<string, string>();
    addForm(fields, text);
    return { value: Object.fromEntries(fields) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { value: undefined, problem: error };
  }
}

/** The body of a service as it was written. */
export class WrittenPayload {
  readonly text: string;
  readonly isJson: boolean;
  readonly problem: ApiError | undefined;
  constructor(text: string, isJson: boolean, problem?: ApiError) {
    this.text = text;
    this.isJson = isJson;
    this.problem = problem;
  }
}
