/** Work that waits for its turn: it begins in the order in which it came, as much at once as fits. */

interface Waiting {
  units: number;
  begin: () => void;
}

export class Turns {
  readonly #units: number;
  readonly #waiting: Waiting[] = [];
  #freeUnits: number;
  #freePlaces: number;

  /** @param places how many pieces of work run at once. @param units what they may take together. */
  constructor(places: number, units: number) {
    this.#units = units;
    this.#freeUnits = units;
    this.#freePlaces = places;
  }

  /** @param units what the work takes; more than there are stands for all of them. @returns what `work` gives. */
  async run<T>(units: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(units, this.#units);
    await new Promise<void>((begin) => {
      this.#waiting.push({ units: taken, begin });
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#freeUnits += taken;
      this.#freePlaces += 1;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    let next = this.#waiting[0];
    while (next !== undefined && this.#freePlaces > 0 && next.units <= this.#freeUnits) {
      this.#waiting.shift();
      this.#freeUnits -= next.units;
      this.#freePlaces -= 1;
      next.begin();
      next = this.#waiting[0];
    }
  }
}
