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

/** @returns the first fields of a form whose encoding can be read. @param most how many */
export function readableFields(form: string, most: number): string {
  const isReadable = (pair: string): boolean => {
    try {
      addForm(new Map(), pair);
      return true;
    } catch {
      return false;
    }
  };
  return form
    .split('&')
    .filter((pair) => isReadable(pair))
    .slice(0, most)
    .join('&');
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
