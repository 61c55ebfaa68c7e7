/** Unread counts when everything is marked as read, which is undone for what is not muted. */
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { sidebar } from '../../testing/chat-elements.ts';
import { openChat } from '../../testing/chat-page.tsx';
import { press, user } from '../../testing/elements.ts';
import { workshopOffice } from '../../testing/workshop.ts';

const made = workshopOffice();

test('marks 3,000 unread messages as read, half of them muted, and Undo leaves the muted half read', async () => {
  const { office, ben, workshop } = made;
  const noise = { stream_id: String(workshop), topic: 'noise', visibility_policy: '1' };
  await office.elsewhere('POST', '/user_topics', noise);
  // What the office begins with is unread, too.
  await office.elsewhere('POST', '/mark_all_as_read');
  const numbers = Array.from({ length: 3000 }, (_, index) => index);
  const sendNext = async (): Promise<void> => {
    for (let next = numbers.pop(); next !== undefined; next = numbers.pop())
      await office.say(ben.email, workshop, next % 2 === 0 ? 'noise' : `many ${next % 20}`, `number ${next}`);
  };
  // So many at once are written to the disk together.
  await Promise.all(Array.from({ length: 50 }, sendNext));
  await openChat(office, '#inbox');
  await screen.findByRole('heading', { name: 'Inbox' });
  await sidebar().findByRole('link', { name: 'Inbox 1,500 unread' });
  await screen.findByText('1,500 unread, not counted');
  await press('Mark all as read');
  await screen.findByText('No unread messages.');
  await sidebar().findByRole('link', { name: 'Inbox' });
  const unreadNow = async (): Promise<number> =>
    ((await office.elsewhere('POST', '/register')) as { unread_msgs: { count: number } }).unread_msgs.count;
  await expect.poll(unreadNow).toBe(0);
  await user.keyboard('{Control>}z{/Control}');
  await sidebar().findByRole('link', { name: 'Inbox 1,500 unread' });
  await screen.findByText('1,500 unread, not counted');
  // Without the muted half.
  await expect.poll(unreadNow).toBe(1500);
});
