/** Progress of an import, with an estimate of the time that is left. */
import type { ImportProgress } from '../../contract/shapes/imports.ts';
import type { OnImportProgress } from './job-types.ts';

export class ImportMeter {
  /** null while nothing is under way. */
  current: ImportProgress | null = null;
  #startedMs = 0;

  /** @param total what `follow` counts up to; 0 where that is not known. */
  enter(phase: ImportProgress['phase'], total = 0): void {
    this.#startedMs = performance.now();
    this.current = { phase, done: 0, total, seconds_left: null, messages: 0 };
  }

  readonly follow: OnImportProgress = ({ done, total, messages }) => {
    if (this.current === null) return;
    const passed = (performance.now() - this.#startedMs) / 1000;
    const left = done > 0 && total > 0 && passed > 1 ? Math.ceil((passed / done) * Math.max(0, total - done)) : null;
    Object.assign(this.current, { done, total, messages, seconds_left: left });
  };

  end(): void {
    this.current = null;
  }
}
