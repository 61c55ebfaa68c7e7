/** The title of the tab: how much is unread, where one is, and, while someone calls from out of view, their name in turns. */
import { settleMs } from './at-rest.ts';

const blinkMs = 1500;

let place = '';
let count = 0;
let caller: string | null = null;
let timer: ReturnType<typeof setInterval> | undefined;
let isCallerShown = false;
let waiting: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  clearTimeout(waiting);
  waiting = undefined;
  const number = count === 0 ? '' : `(${count > 99 ? '99+' : count}) `;
  const title = isCallerShown && caller !== null ? `${number}${caller}` : `${number}${place}`;
  // A title that is set again, though the same, is work for the browser.
  if (document.title !== title) document.title = title;
}

/** A number that changes is shown once it has settled. @param where the view and the organization. @param unread 0 for none. */
export function showTitle(where: string, unread: number): void {
  const isElsewhere = where !== place;
  place = where;
  count = unread;
  if (isElsewhere) show();
  else waiting ??= setTimeout(show, settleMs);
}

/** Shows a sentence in turns with the title, until the page is looked at. */
export function blinkTitle(sentence: string): void {
  caller = sentence;
  timer ??= setInterval(() => {
    isCallerShown = !isCallerShown;
    show();
  }, blinkMs);
}

export function stopBlinking(): void {
  clearInterval(timer);
  timer = undefined;
  caller = null;
  isCallerShown = false;
  show();
}
