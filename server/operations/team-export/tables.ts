/** Shared parts of all archive tables: rows as the importing server's own, the organization's number, and ids. */

export type Row = Record<string, unknown>;
/** By the importing server's names of its tables. */
export type Tables = Record<string, Row[]>;

/** The organization's number in the archive: there is one, and the importing server gives it its own. */
export const realm = 1;

/** A direct message has no topic, which is written so there. */
export const noTopic = '\u0007';

/** Text within a column's length there, which counts code points as Hearth does. */
export const within = (text: string, length: number): string => [...text].slice(0, length).join('');

/** Rows of tables that have no ids here get them in their order. */
export const numbered = (rows: readonly Row[]): Row[] => rows.map((row, i) => ({ id: i + 1, ...row }));

/** Flags are 0 and 1 in the database, or null where something else decides. */
export const withTruth = (row: Row, names: readonly string[]): Row => ({
  ...row,
  ...Object.fromEntries(names.map((name) => [name, row[name] === null ? null : row[name] === 1])),
});
