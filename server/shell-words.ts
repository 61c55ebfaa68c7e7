/** Quoting of arguments in command lines, as shells and programs read them back. */

/** @returns a word of a POSIX shell. */
export function posixQuoted(word: string): string {
  if (/^[\w./:-]+$/.test(word)) return word;
  // A single quote ends a quoted word; it is written outside.
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** @returns an argument as CommandLineToArgvW reads it: backslashes count double before a quotation mark. */
export function windowsQuoted(word: string): string {
  if (/^[\w:\\./=-]+$/.test(word) && !word.endsWith('\\')) return word;
  return `"${word.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;
}
