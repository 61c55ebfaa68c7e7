/**
 * Emoji reactions. Owns `reactions` (contract: EmojiReaction). A reaction may come by the emoji's name alone.
 */
import { badRequest, coded, invalidParameter } from '../../../errors.ts';
import { toUsers, type Audience } from '../../../events/audience.ts';
import { findEmojiCode, findNamedEmoji, isSameEmojiCode } from '../../../markdown/emoji.ts';
import type { Reader } from '../../../storage/database.ts';
import type { Acting } from '../../acting.ts';
import { findCustomEmoji, findCustomEmojiById } from '../../emoji/rows.ts';
import { usersWhoCannotSee } from '../../users/visibility.shared.ts';
import { unknownUserWire } from '../../users/wire.ts';
import { audienceIds } from '../notifying/audience.shared.ts';
import { noteReaction } from '../notifying/participation.ts';
import { messageName, setHasReaction, type MessageRow } from '../rows.ts';
import type { Emoji } from './rows.ts';

/** Our documents and the clients spell the third type differently; nothing is of that type here. */
export const reactionTypes = ['unicode_emoji', 'realm_emoji', 'service_extra_emoji', 'zulip_extra_emoji'] as const;

/** An emoji as a client names it: any of these may be missing on removal, only the name is needed to add. */
export interface EmojiChoice {
  name?: string;
  code?: string;
  type?: (typeof reactionTypes)[number];
}

/** Reactions of one user to one message: each reader of the message gets all of them. */
const mostReactions = 50;

/** @throws ApiError BAD_REQUEST for an emoji that is none, or too many of one user; REACTION_ALREADY_EXISTS. */
export function addReaction(acting: Acting, message: MessageRow, choice: EmojiChoice): void {
  const emoji = joinedEmoji(acting.db, message, choice);
  const known = acting.db.get(
    'SELECT 1 FROM reactions WHERE message_id = ? AND user_id = ? AND reaction_type = ? AND emoji_code = ?',
    message.id,
    acting.user.id,
    emoji.reaction_type,
    emoji.emoji_code,
  );
  if (known !== undefined) throw coded('REACTION_ALREADY_EXISTS', 'Reaction already exists.');
  const own = 'SELECT count(*) AS count FROM reactions WHERE message_id = ? AND user_id = ?';
  if ((acting.db.get<{ count: number }>(own, message.id, acting.user.id)?.count ?? 0) >= mostReactions)
    throw badRequest(`A user can add at most ${mostReactions} reactions to a message.`);
  acting.tx.run(
    'INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type) VALUES (?, ?, ?, ?, ?)',
    message.id,
    acting.user.id,
    emoji.emoji_name,
    emoji.emoji_code,
    emoji.reaction_type,
  );
  acting.tx.outdate(messageName(message.id));
  if (message.has_reaction === 0) setHasReaction(acting.tx, message.id, true);
  noteReaction(acting, message);
  announce(acting, 'add', message, emoji);
}

/** @throws ApiError REACTION_DOES_NOT_EXIST; BAD_REQUEST when neither a name nor a code was given. */
export function removeReaction(acting: Acting, message: MessageRow, choice: EmojiChoice): void {
  if (choice.name === undefined && choice.code === undefined) {
    throw invalidParameter(
      'emoji_name, emoji_code',
      'At least one of the following arguments must be present: emoji_name, emoji_code',
    );
  }
  const own = acting.db.all<Emoji & { id: number }>(
    'SELECT id, emoji_name, emoji_code, reaction_type FROM reactions WHERE message_id = ? AND user_id = ?',
    message.id,
    acting.user.id,
  );
  const code = choice.code ?? resolveByName(acting.db, choice.name ?? '')?.emoji_code;
  const found = own.find(
    (reaction) =>
      ((code !== undefined && isSameEmojiCode(reaction.emoji_code, code)) ||
        (choice.code === undefined && reaction.emoji_name === choice.name)) &&
      (choice.type ?? reaction.reaction_type) === reaction.reaction_type,
  );
  if (found === undefined) throw coded('REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
  acting.tx.run('DELETE FROM reactions WHERE id = ?', found.id);
  acting.tx.outdate(messageName(message.id));
  const left = acting.db.get('SELECT 1 FROM reactions WHERE message_id = ? LIMIT 1', message.id);
  if (left === undefined) setHasReaction(acting.tx, message.id, false);
  announce(acting, 'remove', message, found);
}

/** What others have reacted to this message with. */
function emojiOn(db: Reader, { id, has_reaction }: MessageRow): Emoji[] {
  if (has_reaction === 0) return [];
  return db.all('SELECT emoji_name, emoji_code, reaction_type FROM reactions WHERE message_id = ? ORDER BY id', id);
}

/**
 * An emoji that exists, under the name that it has on the message already: one picture stands there once.
 * @throws ApiError BAD_REQUEST otherwise, and for one that is no longer to be had and not there.
 */
function joinedEmoji(db: Reader, message: MessageRow, choice: EmojiChoice): Emoji {
  const there = emojiOn(db, message);
  const isThere = (emoji: Emoji) => (other: Emoji) =>
    other.reaction_type === emoji.reaction_type && isSameEmojiCode(other.emoji_code, emoji.emoji_code);
  const emoji = findEmoji(db, choice);
  const joined = there.find(isThere(emoji));
  if (joined === undefined && emoji.isDeactivated === true) throw badRequest('This custom emoji has been deactivated.');
  return joined ?? emoji;
}

/** An emoji that exists, or did. @throws ApiError BAD_REQUEST otherwise. */
function findEmoji(db: Reader, choice: EmojiChoice): Emoji & { isDeactivated?: boolean } {
  const name = choice.name ?? '';
  if (choice.code === undefined) {
    const found = resolveByName(db, name);
    if (found === undefined || (choice.type !== undefined && choice.type !== found.reaction_type))
      throw invalidParameter('emoji_name', `Emoji '${name}' does not exist`);
    return found;
  }
  switch (choice.type ?? 'unicode_emoji') {
    case 'unicode_emoji':
      return { emoji_name: name, emoji_code: codeOfNamed(name, choice.code), reaction_type: 'unicode_emoji' };
    case 'realm_emoji': {
      const custom = findCustomEmojiById(db, choice.code);
      if (custom === undefined) throw invalidParameter('emoji_code', 'Invalid custom emoji.');
      if (custom.name !== name) throw invalidParameter('emoji_name', 'Invalid custom emoji name.');
      const emoji = { emoji_name: name, emoji_code: choice.code, reaction_type: 'realm_emoji' } as const;
      return { ...emoji, isDeactivated: custom.deactivated };
    }
    default:
      throw invalidParameter('emoji_code', 'Invalid emoji code.');
  }
}

/** @throws ApiError BAD_REQUEST for a name that is none of that emoji */
function codeOfNamed(name: string, code: string): string {
  const found = findNamedEmoji(name, code);
  if (found === undefined) throw invalidParameter('emoji_code', 'Invalid emoji name.');
  return found;
}

function resolveByName(db: Reader, name: string): Emoji | undefined {
  const custom = findCustomEmoji(db, name);
  if (custom !== undefined) return { emoji_name: custom.name, emoji_code: custom.id, reaction_type: 'realm_emoji' };
  const code = findEmojiCode(name);
  return code === undefined ? undefined : { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' };
}

function announce(acting: Acting, op: 'add' | 'remove', message: MessageRow, emoji: Emoji): void {
  const { emoji_name, emoji_code, reaction_type } = emoji;
  const { id: userId, email, full_name } = acting.user;
  const event = {
    type: 'reaction',
    user_id: userId,
    // Older clients read who it was from here.
    user: { user_id: userId, email, full_name, is_mirror_dummy: false },
    message_id: message.id,
    emoji_name,
    emoji_code,
    reaction_type,
  } as const;
  const userIds = audienceIds(acting.db, message);
  const strangers = usersWhoCannotSee(acting.db, acting.user, userIds);
  const unknown = unknownUserWire(acting.user);
  const hidden = { user: { ...event.user, email: unknown.email, full_name: unknown.full_name } };
  const audience: Audience =
    strangers.length === 0
      ? toUsers(userIds)
      : { groups: [{ users: strangers, extra: hidden }, { users: userIds.filter((id) => !strangers.includes(id)) }] };
  if (op === 'add') acting.announce({ ...event, op }, audience);
  else acting.announce({ ...event, op }, audience);
}
