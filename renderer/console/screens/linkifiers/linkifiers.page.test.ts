/** Linkifiers: tried while they are written, with their mistakes at their fields. */
import { screen, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeConsole, openConsole } from '../../../testing/console-page.tsx';
import { descriptionOf, dialogOf, expectGone, fill, press } from '../../../testing/elements.ts';
import { Office } from '../../../testing/office.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
});
afterAll(() => office.close());
afterEach(closeConsole);

/** Opens the form. @returns it and its two fields */
async function openForm(): Promise<{ dialog: HTMLElement; pattern: HTMLElement; template: HTMLElement }> {
  await press('Add linkifier');
  const dialog = await dialogOf('Add linkifier');
  const field = (name: string): HTMLElement => within(dialog).getByRole('textbox', { name });
  return { dialog, pattern: field('Pattern'), template: field('URL template') };
}

const previewIn = async (place: HTMLElement): Promise<HTMLElement> =>
  within(await within(place).findByRole('region', { name: 'Message preview' })).findByRole('link');

test('a linkifier is tried while it is written, and says what is wrong and where', async () => {
  await openConsole(office, '/linkifiers');
  await screen.findByText('No linkifiers yet');
  const { dialog, pattern, template } = await openForm();
  fill(pattern, 'TICKET-(?P<n>[0-9+');
  fill(template, 'https://tracker.example.com/{number}');
  await expect.poll(() => descriptionOf(pattern)).toMatch(/not a valid regular expression: missing closing \]/);
  fill(pattern, 'TICKET-(?P<n>[0-9]+)');
  const wrong = /uses "number", but the pattern has no group of that name/;
  await expect.poll(() => descriptionOf(template)).toMatch(wrong);
  fill(template, 'https://tracker.example.com/{n}');
  await expect.poll(() => descriptionOf(template)).not.toMatch(/no groups?/);
  await expect.poll(async () => (await previewIn(dialog)).getAttribute('href')).toBe('https://tracker.example.com/56');
  fill(within(dialog).getByLabelText('Test topic'), 'TICKET-7');
  await within(dialog).findByRole('link', { name: 'https://tracker.example.com/7' });
  await press('Save linkifier', dialog);
  await expectGone(() => screen.queryByRole('dialog'));
  const list = await screen.findByRole('list', { name: 'Linkifiers' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  expect((await previewIn(document.body)).textContent).toBe('TICKET-56');

  const second = await openForm();
  fill(second.pattern, 'TICKET-(?P<n>[0-9]+)');
  fill(second.template, 'https://other.example.com/{n}');
  await press('Save linkifier', second.dialog);
  await expect.poll(() => descriptionOf(second.pattern)).toMatch(/already exists/);
});
