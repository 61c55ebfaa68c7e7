/** Elements of the page that keys lead to, known by a name and not by how they are styled. */
export type Landmark = 'box' | 'heading' | 'organization' | 'side-filter';

const elements: Readonly<Record<Landmark, Set<HTMLElement>>> = {
  box: new Set(),
  heading: new Set(),
  organization: new Set(),
  'side-filter': new Set(),
};

/** @returns the first of the name in the page: the box of an edit stands before that of the conversation; null while there is none. */
export function landmark(name: Landmark): HTMLElement | null {
  const [first = null, ...others] = elements[name];
  return others.reduce(
    (before, each) =>
      before !== null && (each.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
        ? each
        : before,
    first,
  );
}

/** @returns a function that takes it back. */
export function markLandmark(name: Landmark, element: HTMLElement): () => void {
  elements[name].add(element);
  return () => void elements[name].delete(element);
}
