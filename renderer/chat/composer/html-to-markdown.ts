/** Formatted text of other programs as Markdown. Loaded at the first paste of any. */
import TurndownService from 'turndown';

let service: TurndownService | undefined;

export function markdownOf(html: string): string {
  service ??= makeService();
  // Programs put what they mean between these two marks.
  const fragment = /<!--StartFragment-->([\s\S]*?)<!--EndFragment-->/.exec(html)?.[1] ?? html;
  return service.turndown(fragment).trim();
}

function makeService(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  });
  turndown.remove(['style', 'script', 'meta', 'link', 'title']);
  turndown.addRule('picture', { filter: 'img', replacement: () => '' });
  turndown.addRule('struck', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  });
  turndown.addRule('item', {
    filter: 'li',
    replacement(content, node) {
      const list = node.parentElement;
      const start = Number(list?.getAttribute('start') ?? '1');
      const index = list === null ? 0 : [...list.children].indexOf(node as Element);
      const mark = list?.nodeName === 'OL' ? `${start + index}. ` : '- ';
      const words = content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`);
      return `${mark}${words}${node.nextSibling === null ? '' : '\n'}`;
    },
  });
  turndown.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => `\n\n${tableOf(node as HTMLTableElement)}\n\n`,
  });
  return turndown;
}

function tableOf(table: HTMLTableElement): string {
  const rows = [...table.rows].map((row) =>
    [...row.cells].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...rest.map(line)].join('\n');
}
