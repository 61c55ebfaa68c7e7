/** Result and report of the last import: files beside the data, so that they outlive the swap of it and a restart. */
import { join } from 'node:path';
import type { ImportResult } from '../../contract/shapes/imports.ts';
import { mkdir, readFile, writeFile } from '../../file-access.ts';
import type { FoundTeam, WrittenTeam } from './job-types.ts';
import { reportIn } from './report.ts';

const reportName = 'report.txt';
const resultName = 'last.json';

interface End {
  /** UNIX seconds. */
  at: number;
  /** Undefined when nothing was imported. */
  written: WrittenTeam | undefined;
  /** Why not; null when it is done or was cancelled. */
  error: string | null;
  /** Name of the backup of what was here before. */
  copy: string | null;
}

export class ImportNotes {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write({ preview }: Pick<FoundTeam, 'preview'>, { at, written, error, copy }: End): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const hasReport = written !== undefined || (await this.report(String)) !== undefined;
    const result: ImportResult = {
      at,
      title: preview.title,
      organization: written?.organization ?? preview.organization,
      is_done: written !== undefined,
      error,
      counts: written?.counts ?? null,
      problem_count: written?.problemCount ?? 0,
      safety_copy: copy,
      has_report: hasReport,
    };
    if (written !== undefined)
      await writeFile(join(this.#folder, reportName), `${written.report.join('\n')}\n`, { mode: 0o600 });
    await writeFile(join(this.#folder, resultName), JSON.stringify(result), { mode: 0o600 });
  }

  /** @returns null where no import ever ended here. */
  async last(): Promise<ImportResult | null> {
    const text = await readFile(join(this.#folder, resultName), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as ImportResult);
  }

  /** @param ofError translates a line. @returns the report of the last import that was done; undefined where there is none. */
  async report(ofError: (line: string) => string): Promise<string | undefined> {
    const text = await readFile(join(this.#folder, reportName), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : reportIn(text.split('\n'), ofError).join('\n');
  }
}
