/** The console on a page of happy-dom, signed in to a real server: for what a screen shows and does where no layout matters. */
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { screen } from '@testing-library/dom';
import { App } from '../console/app.tsx';
import type { Office } from './office.ts';
import { leavePage, openPage } from './opened-page.tsx';
import { changedSizes } from './sizes.ts';

/** Nothing has a size here: every element is as large as a window, and rows as high as rows are, so that tables show some. */
const widths = changedSizes(['offsetWidth', 'clientWidth'], () => 1280);
const heights = changedSizes(['offsetHeight', 'clientHeight'], ({ tagName }) => (tagName === 'TR' ? 50 : 720));

/** Opens a screen of the console as a user, and waits for its events. @param path below /console */
export async function openConsole(office: Office, path: string, email = office.owner.email): Promise<void> {
  for (const sizes of [widths, heights]) sizes.begin();
  // Fields for long texts wait for it.
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  const app = (
    <>
      <Notifications />
      <App />
    </>
  );
  await openPage(office, `/console${path}`, app, email, 'test');
  await screen.findByText('Live');
}

/** Takes the page away, as a closed tab does. To be called after each test. */
export async function closeConsole(): Promise<void> {
  cleanNotifications();
  await leavePage();
  for (const sizes of [widths, heights]) sizes.end();
}
