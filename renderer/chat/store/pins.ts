/** Pinned messages and links of channels: asked for when a channel is shown, and again when an event says that they changed. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AnswerOf } from '../../client/api.ts';
import { queryClient, readAgain } from '../../client/queries.ts';
import { request } from '../../client/request.ts';
import { topicKey } from '../../client/state/conversation.ts';
import type { Narrow } from '../routing/narrow.ts';
import { useChat, useChatState } from './use-chat.ts';

type Pins = AnswerOf<'GET', '/streams/{stream_id}/pins'>;
export type Pin = Pins['pins'][number];
export type PinScope = Pin['scope'];
export type ChannelLink = Pins['links'][number];

/** A channel, or one topic of it. */
export interface PinnedPlace {
  channelId: number;
  topic: string | null;
}

const pinsQuery = (channelId: number) =>
  queryOptions({
    queryKey: ['pins', channelId],
    // Events say when it is old.
    staleTime: Infinity,
    queryFn: ({ signal }) => request('GET', `/streams/${channelId}/pins`, {}, signal),
  });

/** @returns undefined until they are here. */
export function usePins(channelId: number): Pins | undefined {
  const chat = useChat();
  const registrations = useChatState((state) => state.registrations);
  useEffect(() => {
    // The contract does not have this event.
    const listener = (events: readonly { type: string; stream_id?: unknown }[]): void => {
      if (events.some(({ type, stream_id: id }) => type === 'channel_pins' && id === channelId))
        void refreshPins(channelId);
    };
    chat.eventListeners.add(listener);
    return () => void chat.eventListeners.delete(listener);
  }, [chat, channelId]);
  useEffect(() => {
    // No event reported what changed while there was no queue.
    if (registrations > 1) void refreshPins(channelId);
  }, [channelId, registrations]);
  // Nor what changes while the channel is not shown.
  useEffect(() => () => queryClient.removeQueries({ queryKey: pinsQuery(channelId).queryKey }), [channelId]);
  return useQuery(pinsQuery(channelId), queryClient).data;
}

/** Asks for the pins and links of a channel again. */
export const refreshPins = (channelId: number): Promise<void> => readAgain(queryClient, pinsQuery(channelId).queryKey);

/** How a message is pinned, as far as that is known here; undefined = it is not. */
export const pinOf = (channelId: number, messageId: number): Pin | undefined =>
  queryClient.getQueryData(pinsQuery(channelId).queryKey)?.pins.find(({ message_id: id }) => id === messageId);

/** As `pinOf`, asked for where it is not known. @throws ApiError */
export async function fetchPin(channelId: number, messageId: number): Promise<Pin | undefined> {
  await queryClient.fetchQuery(pinsQuery(channelId));
  return pinOf(channelId, messageId);
}

/** The channel, or the topic, that a view shows alone; null in any other. */
export function pinnedPlace(narrow: Narrow): PinnedPlace | null {
  const [channel, topic, ...others] = narrow;
  if (channel?.operator !== 'channel' || typeof channel.operand !== 'number' || others.length > 0) return null;
  if (narrow.some(({ negated }) => negated === true)) return null;
  if (topic === undefined) return { channelId: channel.operand, topic: null };
  return topic.operator === 'topic' ? { channelId: channel.operand, topic: String(topic.operand) } : null;
}

/** Those that a view shows: all of a channel, or those of a topic and those that are pinned to the channel. */
export function shownPins(pins: readonly Pin[], topic: string | null): Pin[] {
  const key = topic === null ? null : topicKey(topic);
  return pins.filter((pin) => key === null || pin.scope === 'channel' || topicKey(pin.topic) === key);
}
