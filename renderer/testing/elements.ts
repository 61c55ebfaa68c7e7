/** Element queries of page tests besides the roles of testing-library. */
import { fireEvent, screen, within } from '@testing-library/dom';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { expect } from 'vitest';

/** What lies under the pointer is a matter of style, which there is not here. */
export const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

/** Clicks a button as soon as it is there and can be pressed. @param name its accessible name */
export async function press(name: string | RegExp, inside: HTMLElement = document.body): Promise<void> {
  let button = await within(inside).findByRole('button', { name });
  const isReady = (): boolean => {
    if (button.hasAttribute('disabled')) button = within(inside).getByRole('button', { name });
    return !button.hasAttribute('disabled');
  };
  await expect.poll(isReady).toBe(true);
  await user.click(button);
}

/** Puts a text into a field in place of what is there, at once, whatever has the focus. */
export function fill(field: HTMLElement, text: string): void {
  fireEvent.input(field, { target: { value: text } });
}

/** The items of the lists in the main part of the page whose text has these words, in their order. */
export const listed = (words = ''): HTMLElement[] =>
  within(screen.getByRole('main'))
    .queryAllByRole('listitem')
    .filter(({ textContent }) => textContent.includes(words));

/** What a field says below itself, such as what is wrong with it. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** Waits for an option. @param name all of its text, or else how it begins, before its description */
export async function optionOf(name: string): Promise<HTMLElement> {
  const find = (): HTMLElement | undefined => {
    const all = screen.queryAllByRole('option');
    return (
      all.find(({ textContent }) => textContent === name) ?? all.find(({ textContent }) => textContent.startsWith(name))
    );
  };
  await expect.poll(() => find()?.textContent, { message: `the option ${name}` }).toBeDefined();
  return find() ?? document.body;
}

/** Opens the choices of a field and takes one. */
export async function choose(name: string | RegExp, option: string, inside?: HTMLElement): Promise<void> {
  await user.click(await within(inside ?? document.body).findByRole('combobox', { name }));
  await user.click(await optionOf(option));
}

/** Whether a field can be used by no one, by itself or with its whole form. */
export const isDisabled = (field: HTMLElement): boolean =>
  field.hasAttribute('disabled') || field.closest('fieldset[disabled]') !== null;

/** Waits for a dialog. */
export const dialogOf = async (name: string | RegExp): Promise<HTMLElement> => screen.findByRole('dialog', { name });

/** Waits until something is not there any more. @param find such as `() => screen.queryByText('Loading')` */
export async function expectGone(find: () => HTMLElement | null): Promise<void> {
  await expect.poll(find).toBeNull();
}
