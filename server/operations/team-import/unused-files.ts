/** Files of an archive to which nothing in it refers: none is left out silently. */
import { phrase } from '../../translation.ts';
import type { ReportProblem } from './report.ts';

export function reportUnused(names: Iterable<string>, isUsed: (name: string) => boolean, report: ReportProblem): void {
  for (const file of names)
    if (!isUsed(file))
      report({ file, line: null, what: phrase('Nothing in the export refers to this file.'), done: 'left out' });
}
