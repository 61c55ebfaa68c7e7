/** Sizes of elements in happy-dom, where nothing is laid out and everything is 0 pixels high. */

interface ChangedSizes {
  begin: () => void;
  end: () => void;
}

/** @param sizeOf pixels of an element, for each of the properties. @returns what puts the sizes in place of those of happy-dom, and takes them away */
export function changedSizes(names: readonly string[], sizeOf: (element: HTMLElement) => number): ChangedSizes {
  const before: PropertyDescriptorMap = {};
  for (const name of names) {
    const descriptor = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name);
    if (descriptor !== undefined) before[name] = descriptor;
  }
  const get = function get(this: HTMLElement): number {
    return sizeOf(this);
  };
  return {
    begin: () => {
      for (const name of names) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get });
    },
    end: () => {
      for (const name of names) Reflect.deleteProperty(HTMLElement.prototype, name);
      Object.defineProperties(HTMLElement.prototype, before);
    },
  };
}
