/** The dialog in which a channel has its own choice of notifications. */
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openChat } from '../../testing/chat-page.tsx';
import { press, user } from '../../testing/elements.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

test('a channel has its own choice of notifications, on the server too', async () => {
  const { office, workshop } = made;
  await openChat(office, `#narrow/channel/${workshop}`);
  await screen.findByRole('main');
  await expect.poll(() => document.querySelector('.view-header')).not.toBeNull();
  await press('More', document.querySelector<HTMLElement>('.view-header') ?? document.body);
  await user.click(await screen.findByRole('menuitem', { name: /Notifications/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Notifications of #workshop' }));
  expect(dialog.getByLabelText('@all and @everyone mentions')).toHaveProperty('checked', true);
  await user.click(dialog.getByLabelText('Notify me about every message'));
  const chosen = async (): Promise<unknown> => {
    const { subscriptions } = await office.elsewhere('GET', '/users/me/subscriptions');
    return (subscriptions as { stream_id: number }[]).find(({ stream_id: id }) => id === workshop);
  };
  await expect.poll(chosen).toMatchObject({ desktop_notifications: true, audible_notifications: null });
});
