/** Figures that a browser test notes as annotations, read from its JSON report. */
interface Report {
  suites: { specs: { tests: { annotations: Figure[] }[] }[] }[];
}

export interface Figure {
  /** Name and unit: "first paint, ms". */
  type: string;
  /** A number. */
  description: string;
}

/** @param json what Playwright's JSON reporter printed. */
export function annotationsOf(json: string): Figure[] {
  const start = json.indexOf('{');
  if (start === -1) return [];
  const { suites } = JSON.parse(json.slice(start)) as Report;
  return suites
    .flatMap(({ specs }) => specs)
    .flatMap(({ tests }) => tests)
    .flatMap(({ annotations }) => annotations);
}
