/**
 * Texts as arguments of a command, for three shells, so that the command can be pasted at the prompt and means what was meant.
 * Pure. Line breaks, and for Windows whatever its shells or code pages could change, go percent-encoded instead
 * (`isSafe…`): quoting alone does not bring them through.
 */

/** For bash, zsh and sh: everything between single quotes is literal, but the quote itself. */
export function quoteBash(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A terminal acts on other control characters itself, also between quotes: pasted, Ctrl-C would end the command, and begin another. */
export function isSafeForBash(text: string): boolean {
  return !/[^\P{Cc}\n]/u.test(text);
}

/**
 * For PowerShell, 5.1 as well as 7: between single quotes everything is literal, but the quote itself, which is doubled.
 * Only for texts that `isSafeForPowerShell`.
 */
export function quotePowerShell(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

/**
 * PowerShell 5.1 passes double quotes, and backslashes before them, to a program unescaped, 7 escapes them: no way of writing
 * them suits both. Beyond ASCII there are typographic quotes that count as quotes, and code pages.
 */
export function isSafeForPowerShell(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text) && !/["\\]/.test(text);
}

/**
 * For the prompt of cmd: quoted as programs on Windows read their arguments, and where the text has something that cmd itself
 * would act on, with a caret before each such character, the quotes included, so that cmd sees no quotes at all.
 * Only for texts that `isSafeForCmd`.
 */
export function quoteCmd(text: string): string {
  if (/^[\w./:@,=+-]+$/.test(text)) return text;
  // A backslash counts only before a quote, where it is doubled.
  const argument = `"${text.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;
  return /["%!]/.test(text) ? argument.replaceAll(/[()%!^"<>&|]/g, '^$&') : argument;
}

/** A line cannot be broken inside a command of cmd, and programs get what is beyond ASCII in a code page. */
export function isSafeForCmd(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** As the server reads forms: everything but the plainest characters as %XX of UTF-8. */
export function percentEncode(text: string): string {
  // Half a character cannot be encoded; the server would refuse it too.
  const whole = text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return encodeURIComponent(whole).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
}
