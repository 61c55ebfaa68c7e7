/** Element queries of page tests besides the roles of testing-library. */
import { fireEvent, screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';

export const user = userEvent.setup({ delay: null });

/** Clicks a button as soon as it is there. @param name its accessible name */
export async function press(name: string | RegExp, inside: HTMLElement = document.body): Promise<void> {
  await user.click(await within(inside).findByRole('button', { name }));
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
