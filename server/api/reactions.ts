/** Emoji reactions (contract: EmojiReaction); the emoji's name alone is enough. */
import { changeableMessage } from '../domain/messages/access.ts';
import * as reactions from '../domain/messages/reactions/react.ts';
import { int, oneOf, text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

const emojiCode = text({ max: 200 }).optional().describe('Identifier within the namespace of reaction_type.');
const reactionType = oneOf(reactions.reactionTypes).optional();

export const addReaction = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  access: 'authenticated',
  summary: 'React to a message with an emoji.',
  params: {
    message_id: int().envelope(),
    emoji_name: text({ min: 1, max: 200 }),
    emoji_code: emojiCode,
    reaction_type: reactionType,
  },
  run: ({ write, params: p }) =>
    write((acting) => {
      reactions.addReaction(acting, changeableMessage(acting, p.message_id), {
        name: p.emoji_name,
        code: p.emoji_code,
        type: p.reaction_type,
      });
      return {};
    }),
});

export const removeReaction = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/reactions',
  access: 'authenticated',
  summary: "Take back one's reaction.",
  params: {
    message_id: int().envelope(),
    emoji_name: text({ max: 200 }).optional(),
    emoji_code: emojiCode,
    reaction_type: reactionType,
  },
  run: ({ write, params: p }) =>
    write((acting) => {
      reactions.removeReaction(acting, changeableMessage(acting, p.message_id), {
        name: p.emoji_name,
        code: p.emoji_code,
        type: p.reaction_type,
      });
      return {};
    }),
});
