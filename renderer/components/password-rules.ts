/** Password rules, as the server judges it. */
import { isCommonPassword } from '../client/common-passwords.ts';
import { t } from '../client/text.ts';

/** As the server has them (password_min_length of POST /register). */
const passwordLimits = { min: 6, max: 100 };
/** Longer is not much safer. */
export const goodLength = 12;

/** @returns why a password cannot be, as the server says it; null when it can. */
function passwordProblem(password: string): string | null {
  const length = [...password].length;
  if (length < passwordLimits.min)
    return t('Password too short (minimum: {{min}} characters)', { min: passwordLimits.min });
  return length > passwordLimits.max
    ? t('Password too long (maximum: {{max}} characters)', { max: passwordLimits.max })
    : null;
}

/** The same for a password that someone chooses here: the API keeps to its own rule, a person is warned of the commonest. */
export const firstPasswordProblem = (password: string): string | null =>
  passwordProblem(password) ??
  (isCommonPassword(password) ? t('This password is too easy to guess. Choose another.') : null);

/** How good a password looks while it is typed: refused, usable, or good. */
export function passwordGrade(password: string): 'bad' | 'fair' | 'good' {
  if (firstPasswordProblem(password) !== null) return 'bad';
  return [...password].length < goodLength ? 'fair' : 'good';
}

/** What is said of a password while it is typed. */
export function passwordVerdict(password: string): string {
  const length = [...password].length;
  if (length === 0)
    return t('At least {{min}} characters. A few words in a row are easy to remember.', { min: passwordLimits.min });
  const missing = passwordLimits.min - length;
  if (missing > 0)
    return t('{{count}} more characters needed.', { count: missing, defaultValue_one: '1 more character needed.' });
  if (length > passwordLimits.max) return t('Too long: at most {{max}} characters.', { max: passwordLimits.max });
  if (isCommonPassword(password)) return t('Too easy to guess.');
  return length < goodLength ? t('Long enough. A longer password is safer.') : t('Good length.');
}
