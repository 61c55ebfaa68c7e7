/** The tools of the message box: what each button makes of the words, the dialog for links, and the preview beside a wide box. */
import { screen, within } from '@testing-library/dom';
import { afterEach, expect, test, vi } from 'vitest';
import { openChat } from '../../testing/chat-page.tsx';
import { fill, press } from '../../testing/elements.ts';
import type { Office, Person } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let office: Office;
let ben: Person;
let workshop: number;

workshopOffice(async (made) => {
  ({ office, ben, workshop } = made);
  await office.say(ben.email, workshop, 'tools', 'Which hammer?');
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the topic. @returns its message box */
async function openBox(): Promise<HTMLTextAreaElement> {
  await openChat(office, `#narrow/channel/${workshop}/topic/tools`);
  await screen.findByRole('button', { name: 'Bold' });
  return box();
}

/** With [ and ] around what is selected, or | at the caret. */
function look(field: HTMLTextAreaElement): string {
  const { value, selectionStart: start, selectionEnd: end } = field;
  return start === end
    ? `${value.slice(0, start)}|${value.slice(start)}`
    : `${value.slice(0, start)}[${value.slice(start, end)}]${value.slice(end)}`;
}

/** Writes a text as `look` returns it. */
function write(field: HTMLTextAreaElement, text: string): void {
  const start = text.search(/[[|]/);
  const end = text.includes(']') ? text.indexOf(']') - 1 : start;
  fill(field, text.replaceAll(/[[\]|]/g, ''));
  field.focus();
  field.setSelectionRange(start, end);
}

const box = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ });

/** Button, the words before, after one press, and after a second one. */
const presses: readonly [button: string, before: string, after: string, twice: string][] = [
  ['Bold', 'a [word] b', 'a **[word]** b', 'a [word] b'],
  ['Bold', 'a word |', 'a word **|**', 'a word |'],
  ['Bold', '[one\ntwo]', '[**one**\n**two**]', '[one\ntwo]'],
  ['Italic', 'a [word] b', 'a *[word]* b', 'a [word] b'],
  ['Italic', '|', '*|*', '|'],
  ['Italic', '[one\n\ntwo]', '[*one*\n\n*two*]', '[one\n\ntwo]'],
  ['Strikethrough', 'a [word] b', 'a ~~[word]~~ b', 'a [word] b'],
  ['Strikethrough', 'a |', 'a ~~|~~', 'a |'],
  ['Strikethrough', '[one\ntwo]', '[~~one~~\n~~two~~]', '[one\ntwo]'],
  ['Code', 'a [word] b', 'a `[word]` b', 'a [word] b'],
  ['Code', 'a |', 'a `|`', 'a |'],
  ['Quote', 'a [word] b', '[> a word b]', '[a word b]'],
  ['Quote', '|', '> |', '|'],
  ['Quote', '[one\ntwo]', '[> one\n> two]', '[one\ntwo]'],
  ['Bulleted list', 'a wo|rd', '- a word|', 'a word|'],
  ['Bulleted list', '[one\ntwo]', '[- one\n- two]', '[one\ntwo]'],
  ['Numbered list', 'a wo|rd', '1. a word|', 'a word|'],
  ['Numbered list', '[one\ntwo]', '[1. one\n2. two]', '[one\ntwo]'],
];

test('each format button marks the selection, the caret or each line, and a second press takes the marks away', async () => {
  const field = await openBox();
  const tools = screen.getByRole('button', { name: 'Bold' }).closest('form') ?? document.body;
  const seen: (typeof presses)[number][] = [];
  for (const [button, before] of presses) {
    write(field, before);
    await press(button, tools);
    const after = look(field);
    expect(document.activeElement).toBe(field);
    await press(button, tools);
    seen.push([button, before, after, look(field)]);
  }
  expect(seen).toEqual(presses);
});

test('a block of code takes whole lines, and without words the caret stands in it', async () => {
  const field = await openBox();
  write(field, '|');
  await press('Code block');
  expect(look(field)).toBe('```\n|\n```');
  write(field, 'so: [a\nb] end');
  await press('Code block');
  expect(field.value).toBe('so: \n```\na\nb\n```\n end');
  write(field, '[a\nb]');
  await press('Code');
  expect(field.value).toBe('```\na\nb\n```');
});

test('the link dialog takes the selected words, refuses what is no address, and puts the link in their place', async () => {
  const field = await openBox();
  write(field, 'see [the plan] now');
  await press('Link');
  const dialog = await screen.findByRole('dialog', { name: 'Insert link' });
  const text = await within(dialog).findByLabelText<HTMLInputElement>('Text');
  expect(text.value).toBe('the plan');
  fill(within(dialog).getByLabelText('Address'), 'no address');
  await press('Insert', dialog);
  expect(await within(dialog).findByText('Enter an address such as https://example.com.')).toBeDefined();
  expect(field.value).toBe('see the plan now');
  fill(within(dialog).getByLabelText(/^Address/), 'example.com/plan');
  await press('Insert', dialog);
  await expect.poll(() => field.value).toBe('see [the plan](https://example.com/plan) now');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field.selectionStart).toBe('see [the plan](https://example.com/plan)'.length);
});

test('Cancel in the link dialog leaves the words as they were', async () => {
  const field = await openBox();
  write(field, 'see [the plan] now');
  await press('Link');
  await press('Cancel', await screen.findByRole('dialog', { name: 'Insert link' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(field.value).toBe('see the plan now');
});

test('in a wide window the preview stands beside the box and follows what is written', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('min-width'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const field = await openBox();
  write(field, 'some **bold** words|');
  await press('Preview');
  const preview = await screen.findByRole('region', { name: 'Preview' });
  await expect
    .poll(() => preview.isConnected && screen.getByRole('region', { name: 'Preview' }).innerHTML)
    .toContain('<strong>bold</strong>');
  expect(box().isConnected).toBe(true);
  write(field, 'now *slanted* ones|');
  await expect.poll(() => screen.getByRole('region', { name: 'Preview' }).innerHTML).toContain('<em>slanted</em>');
  await press('Preview');
  await expect.poll(() => screen.queryByRole('region', { name: 'Preview' })).toBeNull();
  expect(field.value).toBe('now *slanted* ones');
});
