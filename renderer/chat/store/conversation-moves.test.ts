/** A menu or dialog that is open follows its topic. */
import { expect, it } from 'vitest';
import { inChannel } from '../../client/state/conversation.ts';
import { ConversationMoves } from './conversation-moves.ts';

it('leads where a topic went since, step by step, and not by moves of before', () => {
  const moves = new ConversationMoves();
  moves.note(inChannel(1, 'lunch'), inChannel(1, 'dinner'));
  const lunch = moves.following(inChannel(1, 'lunch'));
  const other = moves.following(inChannel(2, 'lunch'));
  expect(lunch()).toEqual(inChannel(1, 'lunch'));
  moves.note(inChannel(1, 'Lunch'), inChannel(1, '✔ lunch'));
  moves.note(inChannel(1, '✔ lunch'), inChannel(3, 'food'));
  moves.note(inChannel(1, 'dinner'), inChannel(1, 'supper'));
  expect(lunch()).toEqual(inChannel(3, 'food'));
  expect(other()).toEqual(inChannel(2, 'lunch'));
});
