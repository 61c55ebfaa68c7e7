/** Drops of files, links and text that no part of a page takes. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { isDragOfPage, stayOnDrop } from './page-drop.ts';

beforeAll(stayOnDrop);
beforeEach(() => document.body.replaceChildren());

/** Drops something. @returns whether the browser is kept from opening it. */
function isRefused(tag: string, types: readonly string[], attributes: Readonly<Record<string, string>> = {}): boolean {
  const target = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, value);
  document.body.append(target);
  const moments = ['dragover', 'drop'].map((type) => {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types, dropEffect: 'copy' } });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  });
  expect(new Set(moments).size).toBe(1);
  return moments[0] === true;
}

const drops: readonly [what: string, refused: boolean, ...of: Parameters<typeof isRefused>][] = [
  ['a file on the page', true, 'main', ['Files']],
  ['a file on a text field, which takes none', true, 'textarea', ['Files']],
  ['a file on a field for files', false, 'input', ['Files'], { type: 'file' }],
  ['a link on the page', true, 'p', ['text/uri-list', 'text/plain', 'text/html']],
  ['a link on a text field', false, 'textarea', ['text/uri-list', 'text/plain']],
  ['a link on a line of text', false, 'input', ['text/uri-list', 'text/plain']],
  ['a picture of another page, which is a link and a file', true, 'textarea', ['Files', 'text/uri-list']],
  ['text on the page, which no browser opens', false, 'p', ['text/plain']],
];

test.each(drops)('%s: refused is %s', (_what, refused, ...of) => {
  expect(isRefused(...of)).toBe(refused);
});

test('what another part took is left to it', () => {
  document.body.addEventListener('drop', (event) => event.preventDefault(), { once: true });
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const dataTransfer = { types: ['Files'], dropEffect: 'copy' };
  Object.assign(event, { dataTransfer });
  document.body.dispatchEvent(event);
  expect(dataTransfer.dropEffect).toBe('copy');
});

test('knows a drag that began on the page until it ends', () => {
  document.body.dispatchEvent(new Event('dragstart', { bubbles: true }));
  expect(isDragOfPage()).toBe(true);
  document.body.dispatchEvent(new Event('dragend', { bubbles: true }));
  expect(isDragOfPage()).toBe(false);
});
