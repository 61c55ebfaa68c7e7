/** Browser name of a session. */
import { t } from './text.ts';

/** "Firefox on Linux", as far as a browser says. */
export function browserName(userAgent: string): string {
  const browser = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(`${name}/`));
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find((name) => userAgent.includes(name));
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' };
  if (browser === undefined) return userAgent === '' ? t('Unknown browser') : userAgent.slice(0, 60);
  const name = names[browser] ?? browser;
  return system === undefined ? name : t('{{browser}} on {{system}}', { browser: name, system });
}
