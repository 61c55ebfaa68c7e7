/** The message that begins a poll or a list of tasks, as every client writes it. Pure. */

/** A line of its own, without what the server takes for a mark of a list. */
const line = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** @returns e.g. "/poll Lunch?\nSoup\nBread"; entries without words, or that are there already, are left out. */
export function widgetCommand(kind: 'poll' | 'todo', heading: string, entries: readonly string[]): string {
  const known = new Set<string>();
  const lines = entries.map(line).filter((entry) => {
    const isNew = entry !== '' && !known.has(entry);
    known.add(entry);
    return isNew;
  });
  // The server drops one mark of a list before an entry.
  const kept = lines.map((entry) => (/^[-*]/.test(entry) ? `- ${entry}` : entry));
  return [`/${kind} ${line(heading)}`.trim(), ...kept].join('\n');
}
