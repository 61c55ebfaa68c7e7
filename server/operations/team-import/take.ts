/** Brings a file of a source to a path, where it is there; a missing one is reported. */
import { join } from 'node:path';
import { rm } from '../../file-access.ts';
import type { Phrase } from '../../translation.ts';
import type { TakeFile } from './records.ts';
import type { Problem } from './report.ts';
import { MissingFile } from './source.ts';
import type { Team } from './team.ts';

/**
 * @param what the sentence of the report when there is no such file.
 * @returns where the file is until the next one is taken; undefined when it is missing.
 */
export async function takeTo(
  team: Team,
  place: Pick<Problem, 'file' | 'line'>,
  take: TakeFile,
  what: Phrase,
): Promise<string | undefined> {
  const path = join(team.temporary, 'taken');
  await rm(path, { force: true });
  try {
    await take(path);
    return path;
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    team.problem(place, what, 'left out');
    return undefined;
  }
}
