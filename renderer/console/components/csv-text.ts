/** Tables as CSV, for spreadsheets. */
import Papa from 'papaparse';

/** @param rows by column. @returns a line of heads and one a row; what begins like a formula is a text. */
export const csvText = (rows: readonly Readonly<Record<string, string>>[]): string =>
  `${Papa.unparse([...rows], { escapeFormulae: true, newline: '\n' })}\n`;
