/** ARIA roles of a table whose rows are cards: with another layout, browsers no longer treat it as a table. */
export const tableRoles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
};
