/** The call button of conversations, as the organization sets it. */
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openChat } from '../../testing/chat-page.tsx';
import { press } from '../../testing/elements.ts';
import type { Office } from '../../testing/office.ts';
import { workshopOffice } from '../../testing/workshop.ts';

let office: Office;
let workshop: number;

workshopOffice((made) => {
  ({ office, workshop } = made);
});

const button = 'Begin a video call';
const box = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Message/ });
const choose = (change: Record<string, string>): Promise<unknown> => office.elsewhere('PATCH', '/realm', change);

/** Opens a topic of its own: drafts are kept on the server. */
async function openTopic(topic: string): Promise<void> {
  await openChat(office, `#narrow/channel/${workshop}/topic/${topic}`);
  await screen.findByRole('button', { name: 'More' });
  await screen.findByRole('textbox', { name: /Message/ });
}

test('shows no call button until the organization chooses one, and shows it in the open page then', async () => {
  await choose({ video_chat_provider: '0' });
  await openTopic('choice');
  expect(screen.queryByRole('button', { name: button })).toBeNull();
  await choose({ video_chat_provider: '1' });
  await screen.findByRole('button', { name: button });
  await choose({ video_chat_provider: '0' });
  await expect.poll(() => screen.queryByRole('button', { name: button })).toBeNull();
});

test.each([
  ['default', /^\[Join the video call\]\(https:\/\/meet\.jit\.si\/call-[0-9a-z]{24}\) $/],
  [
    'https://calls.example.com/team (a)/{room}?audio=1',
    /\(https:\/\/calls\.example\.com\/team%20%28a%29\/call-[0-9a-z]{24}\?audio=1\) $/,
  ],
])('puts a link to a new room of %s into the message box and sends nothing', async (address, link) => {
  await choose({ video_chat_provider: '1', jitsi_server_url: address });
  await openTopic(address === 'default' ? 'preset' : 'template');
  await press(button);
  await expect.poll(() => box().value).toMatch(link);
  expect(document.activeElement).toBe(box());
  await screen.findByText('The link to the call is in the message box. Send it to invite the others.');
  const { rendered } = await office.elsewhere('POST', '/messages/render', { content: box().value });
  expect(String(rendered)).toMatch(/^<p><a href="https:[^"]*call-[0-9a-z]{24}[^"]*">Join the video call<\/a><\/p>$/);
  const { messages } = await office.elsewhere('GET', '/messages', {
    anchor: 'newest',
    num_before: '10',
    num_after: '0',
  });
  expect(JSON.stringify(messages)).not.toContain('video call');
});

test('names a new room for each call', async () => {
  await choose({ video_chat_provider: '1', jitsi_server_url: 'default' });
  await openTopic('rooms');
  await press(button);
  await press(button);
  const rooms = (): string[] => box().value.match(/call-[0-9a-z]{24}/g) ?? [];
  await expect.poll(() => new Set(rooms()).size).toBe(2);
});
