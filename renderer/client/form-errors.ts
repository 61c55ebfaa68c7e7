/** Puts an error of the API at the field that caused it. */
import { ApiError } from './request.ts';
import { t } from './text.ts';

/**
 * @param fields of the form. Those of its own names are in `renamed`.
 * @param renamed fields by the API's name for what they hold, or by the code of an error that is about them.
 * @returns the message under the field's name, or under '' when it belongs to none.
 */
export function formErrors(
  error: unknown,
  fields: readonly string[],
  renamed: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const message = error instanceof Error ? error.message : t('Something went wrong.');
  if (!(error instanceof ApiError)) return { '': message };
  // A field of an object is known by its own name before that of the object: "settings.smtp_port".
  const names = [error.code, ...error.parameters.flatMap((name) => [name, ...name.split('.').toReversed()])];
  for (const name of names) {
    const field = renamed[name] ?? (fields.includes(name) ? name : undefined);
    if (field !== undefined) return { [field]: atField(message, name) };
  }
  return { '': message };
}

/** A sentence that begins with the parameter's name says "This" where it stands at the field. */
function atField(message: string, name: string): string {
  return message.replace(new RegExp(`^(?:${name}|\\w+\\["${name}"\\])(?:\\[\\d+\\])? `), () => `${t('This')} `);
}
