/** Reports of messages: what the notification bot wrote in the channel of the moderators, and which of them are settled. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../../client/request.ts';
import type { Event } from '../../client/state/events.ts';
import type { ClientState } from '../../client/state/state.ts';
import type { Message } from './message.ts';
import { useChat, useClientState } from './use-chat.ts';

/** With this reaction a report is settled, in every client. */
export const settledEmoji = { name: 'check', code: '2705', type: 'unicode_emoji' } as const;

/** As many reports are listed, the newest. */
const mostReports = 200;

/** @returns the channel that gets reports, where the reader is in it; null = none. */
export function reportsChannelOf({
  organization,
  channels,
}: Pick<ClientState, 'organization' | 'channels'>): number | null {
  const id = organization.realm.moderation_request_channel_id;
  return channels.subscriptions.has(id) ? id : null;
}

/** Whether messages can be reported: the organization has a channel for it. */
export const hasReports = ({ organization }: Pick<ClientState, 'organization'>): boolean =>
  organization.realm.moderation_request_channel_id > 0;

/** Everyone who settled it, the first first; none = it is open. Pure. */
export function settledBy({ reactions }: Pick<Message, 'reactions'>): number[] {
  return reactions
    .filter(({ emoji_code: code, reaction_type: type }) => code === settledEmoji.code && type === settledEmoji.type)
    .map(({ user_id: id }) => id);
}

/** Whether a message of the channel is a report: the bot names silently who reported whom, and folds the message. Pure. */
const isReport = ({ content, sender_email: email }: Pick<Message, 'content' | 'sender_email'>): boolean =>
  email.startsWith('notification-bot@') &&
  content.startsWith('<p><span class="user-mention silent') &&
  content.includes('class="spoiler-block"');

const reportsQuery = (channelId: number) =>
  queryOptions({
    queryKey: ['reports', channelId],
    queryFn: async ({ signal }) => {
      const narrow = [{ operator: 'channel', operand: channelId }];
      const params = { anchor: 'newest', num_before: 1000, num_after: 0, narrow, client_gravatar: false };
      const { messages } = await request('GET', '/messages', params, signal);
      return messages.filter(isReport).slice(-mostReports).toReversed();
    },
  });

/** The reports, the newest first, kept current by events. */
export function useReports(): { reports: readonly Message[]; error: Error | null; isLoading: boolean } {
  const channelId = useClientState(reportsChannelOf);
  const client = useQueryClient();
  const chat = useChat();
  const { data, error, isLoading } = useQuery({ ...reportsQuery(channelId ?? 0), enabled: channelId !== null });
  useEffect(() => {
    if (channelId === null) return undefined;
    const listener = (events: readonly Event[]): void => {
      const touches = ({ type }: Event): boolean =>
        type === 'message' || type === 'reaction' || type === 'delete_message' || type === 'update_message';
      if (events.some(touches)) void client.invalidateQueries({ queryKey: reportsQuery(channelId).queryKey });
    };
    chat.eventListeners.add(listener);
    return () => void chat.eventListeners.delete(listener);
  }, [chat, client, channelId]);
  return { reports: data ?? [], error, isLoading };
}
