/** ARIA roles of a table whose rows are cards: with another layout, browsers would not know it as a table any more. */
export const tableRoles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
};
