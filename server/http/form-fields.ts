/** Fields of urlencoded forms and query strings. */
import { badRequest } from '../errors.ts';

/** Adds the fields of a form by name. @throws ApiError BAD_REQUEST for an encoding that cannot be read */
export function addForm(values: Map<string, string>, form: string): void {
  if (form === '') return;
  for (const pair of form.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    values.set(name, equals === -1 ? '' : decode(pair.slice(equals + 1)));
  }
}

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw badRequest('The request contains malformed percent-encoding');
  }
}
