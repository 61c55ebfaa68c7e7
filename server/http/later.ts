/**
 * An answer that comes when something happens. Thousands wait at a time: what is kept for each of them is what will be called, and not
 * a chain of functions that have yet to end.
 */
export class Later<T> {
  readonly #begin: (done: (result: () => T) => void) => void;

  /** @param begin is called once, with what it calls once when the answer is there: with a function that gives it or throws. */
  constructor(begin: (done: (result: () => T) => void) => void) {
    this.#begin = begin;
  }

  /** Begins to wait. @param done may be called at once. */
  when(done: (result: () => T) => void): void {
    this.#begin(done);
  }

  /** The same answer, changed when it is there. */
  map<U>(change: (value: T) => U): Later<U> {
    return new Later((done) => this.#begin((result) => done(() => change(result()))));
  }

  /** Begins to wait. */
  promised(): Promise<T> {
    return new Promise((resolve, reject) =>
      this.#begin((result) => {
        try {
          resolve(result());
        } catch (error) {
          reject(error);
        }
      }),
    );
  }
}
