/** Prints a short text alone, without the page around it. */

/** @param title above the lines, and the name that the browser gives the document. */
export function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.style.cssText = 'position:fixed;inline-size:0;block-size:0;border:0';
  document.body.append(frame);
  const page = frame.contentDocument;
  if (page === null) return;
  page.title = title;
  const heading = page.createElement('h1');
  heading.textContent = title;
  const text = page.createElement('pre');
  text.textContent = lines.join('\n');
  page.body.append(heading, text);
  frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
  frame.contentWindow?.print();
}
