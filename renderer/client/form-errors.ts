/** Puts an error of the API at the field that caused it. */
import { ApiError } from './request.ts';
import { t } from './text.ts';

/**
 * @param fields how the server's sentences speak of each field, which is named as the API's parameter.
 * @returns the message under the field's name, or under '' when it belongs to none.
 */
export function formErrors(error: unknown, fields: Record<string, RegExp>): Record<string, string> {
  const message = error instanceof Error ? error.message : t('Something unexpected went wrong.');
  const variable = error instanceof ApiError ? error.variable : undefined;
  const named = Object.keys(fields).find((name) => name === variable || message.startsWith(`${name} `));
  const meant = named ?? Object.keys(fields).find((name) => fields[name]?.test(message) === true);
  return { [meant ?? '']: meant === undefined ? message : atField(message, meant) };
}

/** A sentence that begins with the parameter's name says "This" where it stands at the field. */
function atField(message: string, name: string): string {
  return message.replace(new RegExp(`^(?:${name}|\\w+\\["${name}"\\])(?:\\[\\d+\\])? `), 'This ');
}
