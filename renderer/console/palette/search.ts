/** Palette search for typed text: every word has to be somewhere, names count more than keywords. Pure. */
import { folded } from '../../client/fold.ts';
import { englishOf } from '../../client/text.ts';
import type { IconName } from '../components/icons.tsx';

export interface Command {
  id: string;
  /** The heading under which it is listed. */
  group: string;
  name: string;
  /** Stands below the name. */
  description?: string;
  keywords?: string;
  icon: IconName;
  /** Keys that do the same, as they are written: "g u". */
  keys?: string;
  run: () => void;
  /** Deactivated: found after everything that is not. */
  isRetired?: boolean;
}

export interface Found {
  group: string;
  commands: Command[];
  /** How many there are, of which only the best are among `commands`. */
  total: number;
}

const mostInGroup = 7;

/**
 * @param groups in the order in which they are listed where none has anything better; of each the best few.
 * @returns groups with something in them, the one with the best first. Without words: everything of `always`.
 */
export function find(
  groups: readonly { group: string; commands: readonly Command[]; always: boolean }[],
  words: string,
): Found[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0)
    return groups
      .filter(({ always }) => always)
      .map(({ group, commands }) => ({ group, commands: [...commands], total: commands.length }));
  return groups
    .map(({ group, commands }) => {
      const ranked = commands
        .map((command) => ({ command, score: scoreOf(command, wanted) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score);
      // Among groups the length of a name is no merit.
      const best = Math.ceil(ranked[0]?.score ?? 0);
      return {
        group,
        best,
        total: ranked.length,
        commands: ranked.slice(0, mostInGroup).map(({ command }) => command),
      };
    })
    .filter(({ commands }) => commands.length > 0)
    .toSorted((a, b) => b.best - a.best)
    .map(({ group, commands, total }) => ({ group, commands, total }));
}

/** 0 when a word is nowhere; else higher for words at the start of the name, then of a word, then within. */
function scoreOf(
  { name, description = '', keywords = '', isRetired = false }: Command,
  wanted: readonly string[],
): number {
  const inName = plain(name);
  const around = ` ${plain(`${description} ${keywords} ${englishOf(keywords)} ${englishOf(name)}`)}`;
  let sum = 0;
  for (const word of wanted) {
    const score = inName.startsWith(word)
      ? 8
      : inName.includes(` ${word}`)
        ? 5
        : inName.includes(word)
          ? 3
          : around.includes(` ${word}`)
            ? 2
            : around.includes(word)
              ? 1
              : 0;
    if (score === 0) return 0;
    sum += score;
  }
  return (sum - inName.length / 1000) / (isRetired ? 100 : 1);
}

const plain = (text: string): string => folded(text).trim();
