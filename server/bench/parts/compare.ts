/** Regressions since a saved run (`--compare FILE`, made by `--json FILE`). */

/** Of a line of a bench, what is compared (report.ts). */
export interface Compared {
  name: string;
  /** null: what could not be measured, as JSON has it. */
  value: number | null;
  ratio: number | null;
  /** "at least …", "… > …" or "all" where more is better. */
  goal: string;
}

const moreIsBetter = /^at least |>|^all$/;

/** Worse by less than this is what runs differ by. */
const worse = 1.3;

/**
 * @returns a sentence for each line that is worse by 30 % or more. Ratios are compared where both runs have one, because machines
 *   and their load differ, and otherwise values.
 */
export function fallsSince(kept: readonly Compared[], now: readonly Compared[]): string[] {
  const before = new Map(kept.map((line) => [titleOf(line), line]));
  return now.flatMap((line) => {
    const old = before.get(titleOf(line));
    const [was, is] = old?.ratio != null && line.ratio !== null ? [old.ratio, line.ratio] : [old?.value, line.value];
    if (was == null || is === null) return [];
    const fell = moreIsBetter.test(line.goal) ? was / is : is / was;
    return fell >= worse ? [`${titleOf(line)}: ${fell.toFixed(2)} times worse (${short(was)}, now ${short(is)})`] : [];
  });
}

/** A line's name without what differs from run to run. */
const titleOf = ({ name }: Compared): string => name.replaceAll(/ ?\([^)]*\)/g, '');

/** A figure as people read it. */
export function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
