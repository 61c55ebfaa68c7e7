/**
 * Units of work of a search: letters read, numbers of postings decoded, words compared. Long work is a generator that yields
 * when its units are used up, so that the size of a text or of an index never decides how long other requests wait.
 */

/** Units of one step: a few milliseconds of processor time. */
const stepUnits = 20_000;

/** Units of one letter that the analyser reads: the letters of some scripts are looked up one by one. */
export const unitsOfAnalysis = 4;

/** Counts the units of one search since it last yielded. */
export class Work {
  #units = 0;

  /** @returns whether the step is over: the caller yields then. */
  did(units: number): boolean {
    this.#units += units;
    if (this.#units < stepUnits) return false;
    this.#units = 0;
    return true;
  }
}

/** Runs all steps at once. */
export function complete<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
