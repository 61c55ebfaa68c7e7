/** permissions.md: who may do what, every operation of the server on one page, from the rows beside the API. */
import { callers } from './facts.ts';
import type { PermissionRow } from './permission-rows.ts';
import { refusals } from './refusals.ts';

const introduction = `# Who may do what

Every operation and every role, as the server is set up at first. \`permissions.test.ts\` writes this page from the rows in \`server/api\`
(\`<name>.facts.ts\`), compares it as a whole, and makes each call.

- A path that starts with \`!\` is outside \`/api/v1\`.
- A row without a circumstance is a valid call: on things of one's own where people have things of their own; otherwise on things that \`member\`
  made (the channel "members", the group "kitchen", an invitation, a bot) or that all share (the public channel "common").
- The bot belongs to \`member\`. A stranger sends no credentials.`;

/** @param operations all of the server's, in the order of the page. @returns the page as Markdown. */
export function permissionTable(operations: readonly string[], rows: readonly PermissionRow[]): string {
  const words = Object.entries(refusals).map(([word, { status, code, message }]) => [
    word,
    String(status),
    `\`${code}\``,
    message,
  ]);
  const calls = operations
    .flatMap((operation) => rows.filter((row) => row.operation === operation))
    .map(({ operation, circumstance = '', refused }) => [
      `\`${operation}\``,
      circumstance,
      ...callers.map((caller) => refused[caller] ?? 'yes'),
    ]);
  return [
    introduction,
    '## Refusals',
    table(['Word', 'Status', 'Code', 'Message (… = and so on)'], words),
    '## Operations',
    `${table(['Operation', 'Circumstance', ...callers], calls)}\n`,
  ].join('\n\n');
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map((row) => [...(row[i] ?? '')].length)));
  const line = (cells: string[]): string => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
