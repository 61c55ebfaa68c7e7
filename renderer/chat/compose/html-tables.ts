/** Tables of other programs as tables of Markdown, which have no cells over several rows or columns. */

function tableAround(element: Element): Element | null {
  let outer = element.parentElement;
  while (outer !== null && outer.nodeName !== 'TABLE') outer = outer.parentElement;
  return outer;
}

const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number =>
  Math.min(20, Math.max(1, Number(cell.getAttribute(name) ?? '1') || 1));

/** @param markdownOf one line of Markdown of a cell's HTML. @returns null for a table that only places what is in it. */
export function tableOf(table: Element, markdownOf: (html: string) => string): string | null {
  const own = (selector: string): Element[] =>
    Array.from(table.querySelectorAll(selector)).filter((each) => tableAround(each) === table);
  const isLayout = table.querySelectorAll('table').length > 0 || own('td, th').length < 2;
  if (isLayout) return null;
  const lineOf = (html: string): string =>
    markdownOf(html)
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim();
  const rows = gridOf(
    own('tr').map((row) => own('td, th').filter((cell) => cell.parentElement === row)),
    (cell) => lineOf(cell.innerHTML).replaceAll(/(?<!\\)\|/g, '\\|'),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...rest] = rows;
  const lines = [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
  const caption = own('caption').map(({ innerHTML }) => lineOf(innerHTML));
  return [...caption.filter((words) => words !== ''), lines].join('\n\n');
}

/** A cell over several columns or rows has its words in its first place; the others are empty. */
function gridOf(rows: readonly (readonly Element[])[], wordsOf: (cell: Element) => string): string[][] {
  const grid: string[][] = rows.map(() => []);
  rows.forEach((cells, top) => {
    let column = 0;
    for (const cell of cells) {
      while (grid[top]?.[column] !== undefined) column += 1;
      const words = wordsOf(cell);
      for (const row of grid.slice(top, top + spanOf(cell, 'rowspan')))
        for (let right = 0; right < spanOf(cell, 'colspan'); right += 1)
          row[column + right] = row === grid[top] && right === 0 ? words : '';
      column += spanOf(cell, 'colspan');
    }
  });
  return grid;
}
