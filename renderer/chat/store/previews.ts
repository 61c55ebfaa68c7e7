/** Single messages, for lists that show the last words of a conversation: fetched by their ids, and kept up by events like any other. */
import { useEffect } from 'react';
import { ApiError, request } from '../../client/request.ts';
import type { ChatModel } from './chat-model.ts';
import { useChat } from './use-chat.ts';

const mostAtOnce = 100;

/** Asks for messages that are not here; rows see them come by `useMessage`. */
async function fetchMessages({ messages }: Pick<ChatModel, 'messages'>, ids: readonly number[]): Promise<void> {
  const missing = ids.filter((id) => messages.get(id) === undefined);
  for (let from = 0; from < missing.length; from += mostAtOnce)
    await fetchPart(messages, missing.slice(from, from + mostAtOnce));
}

async function fetchPart(messages: ChatModel['messages'], ids: number[]): Promise<void> {
  const askedAt = messages.now();
  const answer = await request('GET', '/messages', {
    message_ids: ids,
    client_gravatar: false,
    allow_empty_topic_name: true,
  });
  if (!messages.put(answer.messages, askedAt)) await fetchPart(messages, ids);
}

/** Makes sure that messages are here, as far as the server gives them. */
export function useFetched(ids: readonly number[]): void {
  const chat = useChat();
  const key = ids.join();
  useEffect(() => {
    if (key === '') return;
    fetchMessages(chat, key.split(',').map(Number)).catch((error: unknown) => {
      // Without its last words a row still leads where it should.
      if (!(error instanceof ApiError)) throw error;
    });
  }, [chat, key]);
}
