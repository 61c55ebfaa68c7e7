/** What a password must be, as the server judges it. */

/** As the server has them (password_min_length of POST /register). */
export const passwordLimits = { min: 6, max: 100 };
/** Longer is not much safer. */
export const goodLength = 12;

/** @returns why a password cannot be, as the server says it; null when it can. */
export function passwordProblem(password: string): string | null {
  const length = [...password].length;
  if (length < passwordLimits.min) return `Password too short (minimum: ${passwordLimits.min} characters)`;
  return length > passwordLimits.max ? `Password too long (maximum: ${passwordLimits.max} characters)` : null;
}

/** What is said of a password while it is typed. @param length in characters. */
export function passwordVerdict(length: number): string {
  if (length === 0) return `At least ${passwordLimits.min} characters; a few words in a row are easy to remember.`;
  const missing = passwordLimits.min - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.`;
  if (length > passwordLimits.max) return `Too long: at most ${passwordLimits.max} characters.`;
  return length < goodLength ? 'Long enough. Longer is safer.' : 'A good length.';
}
