/** Searches that someone made lately in this browser, the newest first: by user, as computers are shared. */
import { readStoredJson, writeStored } from '../../client/storage.ts';

const most = 8;
/** Longer texts were pasted. */
const longest = 200;

const nameOf = (userId: number): string => `recent-searches.${userId}`;

export function recentSearches(userId: number): readonly string[] {
  const stored = readStoredJson(nameOf(userId));
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, most) : [];
}

/** @param text as it would be typed. */
export function rememberSearch(userId: number, text: string): void {
  const bare = text.trim();
  if (bare === '' || bare.length > longest) return;
  const others = recentSearches(userId).filter((each) => each.toLowerCase() !== bare.toLowerCase());
  writeStored(nameOf(userId), JSON.stringify([bare, ...others].slice(0, most)));
}

export function forgetSearches(userId: number): void {
  writeStored(nameOf(userId), null);
}
