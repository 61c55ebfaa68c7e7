/** Form values converted from text to API values. */

/** @returns the one of these that is written so; `otherwise` where none is. */
export function oneOf<const T extends number | string>(values: readonly T[], text: string | null, otherwise: T): T {
  return values.find((value) => String(value) === text) ?? otherwise;
}
