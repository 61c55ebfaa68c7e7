/** Pins messages, and adds links to channels: each is confirmed once it is done, and can be undone for six seconds. */
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { offerUndo, reportRefusal, showNotice } from '../kit/notices.ts';
import { fetchPin, refreshPins, type ChannelLink, type PinScope } from '../store/pins.ts';

async function change(channelId: number, asked: Promise<unknown>): Promise<boolean> {
  const isDone = await reportRefusal(asked);
  await refreshPins(channelId);
  return isDone;
}

const pin = (channelId: number, messageId: number, scope: PinScope): Promise<boolean> =>
  change(channelId, request('POST', `/messages/${messageId}/pin`, { scope }));
const unpin = (channelId: number, messageId: number): Promise<boolean> =>
  change(channelId, request('DELETE', `/messages/${messageId}/pin`));
const add = (channelId: number, { title, url }: Pick<ChannelLink, 'title' | 'url'>): Promise<boolean> =>
  change(channelId, request('POST', `/streams/${channelId}/links`, { title, url }));

/** Undo pins it as it was pinned before, or unpins it. */
export async function pinMessage(channelId: number, messageId: number, scope: PinScope): Promise<void> {
  const before = fetchPin(channelId, messageId);
  const asked = before.then(() => request('POST', `/messages/${messageId}/pin`, { scope }));
  if (!(await change(channelId, asked))) return;
  const former = (await before)?.scope;
  offerUndo(scope === 'topic' ? t('Message pinned to the topic.') : t('Message pinned to the channel.'), {
    undo: () => void (former === undefined ? unpin(channelId, messageId) : pin(channelId, messageId, former)),
  });
}

export async function unpinMessage(channelId: number, messageId: number, scope: PinScope): Promise<void> {
  if (!(await unpin(channelId, messageId))) return;
  offerUndo(t('Message unpinned.'), { undo: () => void pin(channelId, messageId, scope) });
}

/** @returns whether it was added. */
export async function addLink(channelId: number, link: Pick<ChannelLink, 'title' | 'url'>): Promise<boolean> {
  const isDone = await add(channelId, link);
  if (isDone) showNotice(t('Link added.'));
  return isDone;
}

export async function removeLink(channelId: number, link: ChannelLink): Promise<void> {
  if (!(await change(channelId, request('DELETE', `/streams/${channelId}/links/${link.id}`)))) return;
  offerUndo(t('Link removed.'), { undo: () => void add(channelId, link) });
}
