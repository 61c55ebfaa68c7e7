/** Masks secrets in the body of a service's call before it is stored. */
import { wellFormed } from '../../markdown/urls.ts';
import { secretFields, secretMark } from '../../secrets.ts';

/** Not the pattern of `looksSecret`: services have keys and tickets that are no secrets, and authors. */
const serviceSecret =
  /token|secret|pass(wo?r?d|code|phrase)|pwd|api_?key|auth(?!or(?!i))|credential|private_?key|signature|cookie|csrf|(^|_)otp($|_)/i;

const isSecret = (name: string): boolean => secretFields.has(name) || serviceSecret.test(name);

/** Characters of a body that are kept. */
const keptLength = 10_000;

/** @returns the beginning of a body, without the values of fields that are named as secrets */
export function maskedPayload(text: string): string {
  const masked = maskedJson(text) ?? maskedText(text);
  return masked.length > keptLength ? `${wellFormed(masked.slice(0, keptLength))}…` : wellFormed(masked);
}

/** A longer body is not parsed again; its beginning is masked as text. */
const parsedLength = 200_000;

function maskedJson(text: string): string | undefined {
  if (text.length > parsedLength) return undefined;
  try {
    const said: unknown = JSON.parse(text, (name, value: unknown) =>
      isSecret(name) && (typeof value === 'string' || typeof value === 'number')
        ? secretMark
        : typeof value === 'string'
          ? withoutPasswords(value)
          : value,
    );
    return JSON.stringify(said, null, 2);
  } catch {
    return undefined;
  }
}

/** Forms, and JSON that is broken or too long. */
function maskedText(text: string): string {
  return withoutPasswords(text.slice(0, keptLength * 2)).replaceAll(
    /(["']?)([\w.%-]{1,100})\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[^&,;\s}]*)/g,
    (whole, quote: string, name: string, sign: string) =>
      isSecret(name) ? `${quote}${name}${quote}${sign}${secretMark}` : whole,
  );
}

/** "https://user:password@host" without the password. */
const withoutPasswords = (text: string): string =>
  text.replaceAll(/(\/\/[^\s/:@]{1,200}:)[^\s/@]{1,200}@/g, `$1${secretMark}@`);
