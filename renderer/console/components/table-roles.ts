/** What a table says of itself where its rows are cards: laid out otherwise, browsers would not know it as a table any more. */
export const tableRoles = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
};
