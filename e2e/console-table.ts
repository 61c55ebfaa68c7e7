/** Screens of the console, from the text of their table (renderer/console/screens.tsx), which needs a browser to run. A new screen is tested from its first day. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface TableEntry {
  name: string;
  path: string;
  group: string;
  sections: number;
  /** Found in the window of the desktop app alone. */
  isElsewhere: boolean;
}

const table: TableEntry[] = readFileSync(join(import.meta.dirname, '../renderer/console/screens.tsx'), 'utf8')
  .split(/^ {2}\(\) => \(\{$/m)
  .slice(1)
  .map((entry) => ({
    name: /^ {4}name: (?:t\()?'([^']+)'/m.exec(entry)?.[1] ?? '',
    path: /^ {4}path: '([^']+)'/m.exec(entry)?.[1] ?? '',
    group: /^ {4}group: '([^']+)'/m.exec(entry)?.[1] ?? '',
    sections: entry.split(/^ {6}\{ name: .*section: .*keywords: .*\},$/m).length - 1,
    isElsewhere: /^ {4}isThere:/m.test(entry),
  }));
/** A screen with so many tabs takes as long as a group of others, and has several tests: each has a minute, on a slow machine too. */
export const manySections = 8;
const partsOfMany = 3;

export const screens = table.filter(({ isElsewhere }) => !isElsewhere);
/** The test of a screen: that of its group in the navigation, or its own. */
export const walkOf = ({ name, group, sections }: TableEntry): string => (sections >= manySections ? name : group);
export const walks = [...new Set(screens.map(walkOf))].flatMap((walk) => {
  const isOfOne = screens.some(({ name, sections }) => name === walk && sections >= manySections);
  const parts = isOfOne ? partsOfMany : 1;
  return Array.from({ length: parts }, (_, part) => ({ walk, part, parts }));
});
