/** Where someone who has just joined begins: in a conversation, not before an empty list. */
import { request } from '../../client/request.ts';
import { narrowAddress, type Names } from '../routing/address.ts';

interface Topic {
  name: string;
  max_id: number;
}

/** Topics that are done with say so in front. */
const isOpen = ({ name }: Topic): boolean => !name.startsWith('✔');

/** @returns the fragment of the newest open topic in one's channels; of the inbox where there is none, or no one knows. */
export async function firstConversation(userId: number): Promise<string> {
  try {
    const { subscriptions } = await request('GET', '/users/me/subscriptions');
    const topics = await Promise.all(
      subscriptions.slice(0, 5).map(async (channel) => {
        const answer = await request('GET', `/users/me/${channel.stream_id}/topics`);
        return answer.topics.map((topic) => ({ ...topic, channel }));
      }),
    );
    const newest = topics
      .flat()
      .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.max_id - a.max_id)
      .at(0);
    const channel = newest?.channel ?? subscriptions[0];
    if (channel === undefined) return '#inbox';
    const names: Names = { channel: () => channel.name, user: () => String(userId), me: userId };
    return narrowAddress(
      [
        { operator: 'channel', operand: channel.stream_id },
        ...(newest === undefined ? [] : [{ operator: 'topic' as const, operand: newest.name }]),
      ],
      names,
    );
  } catch {
    return '#inbox';
  }
}
