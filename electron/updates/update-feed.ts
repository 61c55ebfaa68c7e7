/** The address for updates that a build was made with: electron-builder writes it into the app. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFeed } from '../settings-file.ts';

/**
 * @param resourcesDir of the installed app.
 * @returns the address; empty where the build has none, which its file marks with a reserved name.
 */
export function builtInFeed(resourcesDir: string): string {
  let text: string;
  try {
    text = readFileSync(join(resourcesDir, 'app-update.yml'), 'utf8');
  } catch {
    return '';
  }
  const url = /^url: *(['"]?)(\S+)\1$/m.exec(text)?.[2] ?? '';
  return isFeed(url) && !new URL(url).hostname.endsWith('.invalid') ? url : '';
}
