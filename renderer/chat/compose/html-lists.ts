/** Lists of other programs: those that are no lists in their HTML, nested ones, and the marks of items. */

/** Word has no lists in its HTML: each item is a paragraph that names its list and level, with its sign in a part to be ignored. */
const itemOfWord = /mso-list:\s*l\d+\s+level(\d+)/i;
const signOfWord = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';

/** Makes lists of what Word and Slack write beside one another. */
export function makeLists(body: HTMLElement): void {
  for (const element of body.querySelectorAll('[style*="mso-list"]')) noteItem(element);
  for (const list of body.querySelectorAll('ul[data-indent], ol[data-indent]')) nest(list);
}

const indentOf = (list: Element): number => Number(list.getAttribute('data-indent') ?? '0');

/** Slack writes each level of a list as a list of its own behind the other one, with its depth. */
function nest(list: Element): void {
  const before = list.previousElementSibling;
  if (before === null || !isList(before) || before.getAttribute('data-indent') === null) return;
  const steps = indentOf(list) - indentOf(before);
  if (steps <= 0) return joinLists(before, list);
  let outer = before;
  for (let step = 1; step < steps; step += 1) outer = lastListIn(outer) ?? outer;
  const inner = lastListIn(outer);
  if (inner === null) outer.lastElementChild?.appendChild(list);
  else joinLists(inner, list);
}

const lastListIn = (list: Element): Element | null =>
  Array.from(list.lastElementChild?.children ?? []).findLast(isList) ?? null;

/** Lists of one kind are one list. */
function joinLists(first: Element, second: Element): void {
  if (first.nodeName !== second.nodeName) return;
  for (const item of Array.from(second.children)) first.appendChild(item);
  second.remove();
}

export const isList = ({ nodeName }: Node): boolean => nodeName === 'UL' || nodeName === 'OL';

/** Takes the sign out of an item of Word's and notes what it is in Markdown. Letters and Roman numbers are counted by who renders them. */
function noteItem(element: Element): void {
  const level = itemOfWord.exec(element.getAttribute('style') ?? '')?.[1];
  const sign = element.querySelector(signOfWord);
  if (level === undefined || sign === null) return;
  const written = (sign.textContent ?? '').trim();
  const isNumbered = /^[\p{L}\d().]*[\p{L}\d][.)]$/u.test(written);
  const mark = isNumbered ? `${/(\d{1,9})[.)]$/.exec(written)?.[1] ?? '1'}.` : '-';
  element.setAttribute('data-item', `${'   '.repeat(Math.min(Number(level), 9) - 1)}${mark}`);
  sign.remove();
}

export function itemOf(content: string, element: Element): string {
  const mark = element.parentElement?.nodeName === 'OL' ? `${numberOf(element)}. ` : '- ';
  const words = content
    .trim()
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll('\n', `\n${' '.repeat(mark.length)}`);
  return `${mark}${words}${element.nextSibling === null ? '' : '\n'}`;
}

/** An item may have a number of its own, from which the next ones are counted. */
function numberOf(item: Element): number {
  const list = item.parentElement;
  const items = Array.from(list?.children ?? []).filter(({ nodeName }) => nodeName === 'LI');
  const at = items.indexOf(item);
  const from = items.findLastIndex((each, index) => index <= at && each.getAttribute('value') !== null);
  const start = Number((from === -1 ? list?.getAttribute('start') : items[from]?.getAttribute('value')) ?? '1');
  return start + at - Math.max(0, from);
}
