/** Pastes text into a field as the browser does, without the clipboard of the machine. */
import type { Locator } from '@playwright/test';

export const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
