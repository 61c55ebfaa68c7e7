/**
 * Untranslated and clipped text of a page in a pseudo-language, in which every translated sentence is in double brackets and a third
 * longer. Text outside brackets is data, which the page got from the server as it shows it, or a mistake. `ar-xb` is written from
 * right to left and has no Latin letters in its dates and numbers, so that every Latin letter outside brackets counts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type BrowserContext, type Page } from '@playwright/test';

export type PseudoTag = 'en-xa' | 'ar-xb';

interface Noted {
  /** What the page showed outside brackets, with the place of the first. */
  shown: Map<string, string>;
  /** Bodies of answers, as JSON. */
  bodies: string[];
}

/** Shows the pages of a context in a pseudo-language, and notes what they show and what they get from the server. */
export async function openPseudo(context: BrowserContext, tag: PseudoTag): Promise<void> {
  await context.addInitScript((chosen) => {
    // A frame without an origin, such as a preview, has no storage.
    if (origin !== 'null') localStorage.setItem('hearth.pseudo-language', chosen);
  }, tag);
  await context.addInitScript(noteTexts);
}

/** Runs in the page: notes each text as it appears, so that the walk waits for none. */
function noteTexts(): void {
  const noted: Noted = { shown: new Map(), bodies: [] };
  Object.assign(window, { noted });
  const readText = Reflect.get(Response.prototype, 'text') as () => Promise<string>;
  Response.prototype.text = async function text(this: Response): Promise<string> {
    const body = await readText.call(this);
    noted.bodies.push(body);
    return body;
  };
  /** Code, keys, times and texts of users, which no one translates. */
  const untranslatable =
    'script, style, noscript, code, kbd, pre, time, textarea, .message-body, .emoji, .visually-hidden kbd, [translate=no]';
  const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'];
  /** Without what is in brackets; a bracket that another one holds is of a value. */
  const outside = (text: string): string => {
    let rest = '';
    let depth = 0;
    for (const part of text.split(/(\[\[|\]\])/)) {
      if (part === '[[') depth += 1;
      else if (part === ']]') depth -= 1;
      else if (depth <= 0) rest += `${part}\n`;
    }
    return rest;
  };
  const isInside = (node: Text): boolean => {
    // A sentence with elements in it has its brackets in other nodes than the elements, of the same block.
    for (let place = node.parentElement; place !== null; place = place.parentElement) {
      const before = document.createRange();
      before.setStart(place, 0);
      before.setEnd(node, 0);
      const text = before.toString();
      if (text.split('[[').length > text.split(']]').length) return true;
      if (!getComputedStyle(place).display.startsWith('inline')) return false;
    }
    return false;
  };
  const note = (text: string, place: Element): void => {
    const rest = outside(text);
    if (/[A-Za-z]{2}/.test(rest) && !noted.shown.has(rest)) noted.shown.set(rest, place.outerHTML.slice(0, 160));
  };
  const look = (node: Node): void => {
    if (node instanceof Text) {
      const { parentElement: parent } = node;
      if (parent?.closest(untranslatable) !== null || !/[A-Za-z]{2}/.test(node.data) || isInside(node)) return;
      note(node.data, parent);
    } else if (node instanceof Element) {
      if (node.closest(untranslatable) !== null) return;
      for (const name of attributes) note(node.getAttribute(name) ?? '', node);
      for (const child of node.childNodes) look(child);
    }
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes, type } of changes)
      if (type === 'childList') for (const node of addedNodes) look(node);
      else look(target);
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: attributes });
}

/** Lines of a text without its tags, which the page may show one by one. */
const linesOf = (text: string): string[] => text.split(/<[^>]*>|\n/).map((line) => line.trim());

function addJson(text: string, into: Set<string>): void {
  try {
    dataIn(JSON.parse(text) as unknown, into);
  } catch {
    // No JSON.
  }
}

function dataIn(value: unknown, into: Set<string>, key = ''): void {
  if (typeof value === 'string') {
    // A word in small letters is a value of the protocol, which a page translates, unless it is a name.
    if (/^[a-z]+(?:_[a-z]+)*$/.test(value) && !/name|topic|subject|title|user|key|slug|zone|client/.test(key)) return;
    // Some fields are JSON in a text.
    if (/^[[{]"/.test(value)) addJson(value, into);
    for (const text of [value.trim(), ...linesOf(value), ...linesOf(value.replace(/[*_`~]/g, ''))]) into.add(text);
  } else if (Array.isArray(value)) for (const each of value as unknown[]) dataIn(each, into, key);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) dataIn(each, into, name);
}

/** Product names, addresses, numbers with units, and signs that are the same in every language. */
const sameEverywhere =
  /^(?:Hearth|API|Python|JavaScript|Microsoft Entra ID|Google Workspace|Keycloak|Authentik|GitLab|[\w-]+\.example\.\w+|smtp\.example\.com|[\w.+-]+@[\w.-]+|https?:\/\/\S+|[\d.,:/ -]+(?:[kMG]i?B|B|ms|px|s)?|[A-Z]{2,5}|\dxx|#[\w/.-]+)$/;

/** Every language by its own name. */
const languages = JSON.parse(
  readFileSync(join(import.meta.dirname, '../resources/languages/languages.json'), 'utf8'),
) as readonly { name: string }[];
const languageNames = new Set(languages.map(({ name }) => name));

/** Names of the API, which screens for developers show as they are. */
const protocol = /^(?:[a-z]+(?:_[a-z]+)*|(?:GET|POST|PATCH|PUT|DELETE) \/.*)$/;

/** @param isProtocol whether names of the API may be shown. @returns what the page has shown since it was loaded, outside brackets, and did not get from the server. */
export async function untranslated(page: Page, isProtocol = false): Promise<string[]> {
  const { shown, bodies } = await page.evaluate(() => {
    const { noted } = window as unknown as { noted: Noted };
    return { shown: [...noted.shown], bodies: noted.bodies };
  });
  const data = new Set<string>();
  for (const body of bodies) addJson(body, data);
  const isKnown = (text: string): boolean => {
    const whole = text.trim();
    const bare = whole.replace(/^[#@>+(“"'‏‎⁨⁩]+|[)…”"':,.‏‎⁨⁩]+$/g, '');
    return (
      !/[A-Za-z]{2}/.test(bare) ||
      data.has(whole) ||
      data.has(bare) ||
      sameEverywhere.test(bare) ||
      languageNames.has(bare) ||
      (isProtocol && protocol.test(bare))
    );
  };
  const partsOf = (text: string): string[] => text.split(', ');
  const piecesOf = (text: string): string[] => text.split(/\n|[,;:·•|()/،–—→‹›«»"“”]|\s-\s/);
  return shown
    .filter(
      ([text]) =>
        !text
          .split('\n')
          .every((line) => [[line], partsOf(line), piecesOf(line)].some((pieces) => pieces.every(isKnown))),
    )
    .map(([text, place]) => `${text.trim()} in ${place}`);
}

/** @returns texts that are cut off without a sign, and buttons that are wider than their place. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const said = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent.slice(0, 60)}"`;
    const isShown = (element: HTMLElement): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1 &&
      element.closest('.visually-hidden, .skip-link, [inert]') === null;
    const hasOwnText = (element: HTMLElement): boolean =>
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const isCut = (element: HTMLElement): boolean => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      const hides = /hidden|clip/;
      if (element.textContent.trim() === '') return false;
      if (hides.test(overflowX) && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        return true;
      return (
        hasOwnText(element) &&
        webkitLineClamp === 'none' &&
        hides.test(overflowY) &&
        element.scrollHeight > element.clientHeight + 4
      );
    };
    const overflows = (element: HTMLElement): boolean => {
      const { parentElement: parent } = element;
      if (parent === null || !element.matches('button, a[class*=utton]')) return false;
      if (getComputedStyle(element).position !== 'static' || getComputedStyle(parent).display === 'inline')
        return false;
      const own = element.getBoundingClientRect();
      const room = parent.getBoundingClientRect();
      return own.left < room.left - 1 || own.right > room.right + 1;
    };
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element instanceof HTMLElement && isShown(element),
    );
    /** The innermost one of those that make the page too wide. */
    const widest = (): string => {
      const isBeside = (element: Element): boolean => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < -1 || right > innerWidth + 1);
      };
      const isFixed = (element: Element | null): boolean =>
        element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement));
      const beside = [...document.querySelectorAll('body *')].filter(
        (element) => isBeside(element) && !isFixed(element),
      );
      return said(beside.at(-1) ?? document.body);
    };
    const { scrollWidth } = document.documentElement;
    return [
      ...(scrollWidth > innerWidth ? [`${scrollWidth} px are needed at ${innerWidth} px, by ${widest()}`] : []),
      ...all.filter(isCut).map((element) => `${said(element)} is cut off`),
      ...all.filter(overflows).map((element) => `${said(element)} is wider than its place`),
    ];
  });

/** @returns what is clipped on a computer and on a phone. */
export async function clippedAt(page: Page, what: string, widths: readonly number[]): Promise<string[]> {
  const size = page.viewportSize();
  const offences: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    // What is laid out by script follows in the next frames.
    const isWhole = expect.poll(() => clipped(page), { timeout: 3_000 }).toEqual([]);
    await isWhole.catch(async () => {
      for (const offence of await clipped(page)) offences.push(`${what} at ${width}: ${offence}`);
    });
  }
  if (size !== null) await page.setViewportSize(size);
  return offences;
}
