/** @returns what is said of a failure: its sentence, without the name of its kind. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
