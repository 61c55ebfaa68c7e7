/** Puts an error of the API at the field that caused it. */
import { ApiError } from '../api.ts';

/**
 * @param fields form fields by the name of the API's parameter.
 * @returns errors by form field; under '' what belongs to no field.
 */
export function formErrors(error: unknown, fields: Record<string, string>): Record<string, string> {
  const message = error instanceof Error ? error.message : 'Something unexpected went wrong.';
  if (!(error instanceof ApiError)) return { '': message };
  const variable = error.variable ?? Object.keys(fields).find((name) => mentions(message, name));
  const field = variable === undefined ? undefined : fields[variable];
  return { [field ?? '']: message };
}

/** "full_name is too long" and "Invalid email address" both name their parameter. */
function mentions(message: string, name: string): boolean {
  const words = message.toLowerCase();
  return (
    words.startsWith(`${name} `) ||
    words.startsWith(`invalid ${name.replaceAll('_', ' ')}`) ||
    (name === 'email' && /\be-?mail\b/.test(words)) ||
    (name === 'password' && /\bpassword\b/.test(words))
  );
}
