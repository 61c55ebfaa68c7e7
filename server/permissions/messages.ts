/**
 * Message permissions, as sentences about a user, a message and the organization's settings.
 * Pure: memberships are looked up by the domain and handed in, so that the whole table can be tested alone.
 */
import { isAdministrator, isModerator } from './roles.ts';

interface Person {
  id: number;
  role: number;
}

interface Message {
  sender_id: number;
  /** UNIX seconds. */
  timestamp: number;
  topic: string;
}

/** Mentions of everyone need a permission where they reach more people than this. */
export const manyUsers = 15;
/** Seconds past a limit in which a request that was under way still counts. */
const leeway = 20;

/** A time ahead was written by a wrong clock: it gives no more time than the limit either. */
const isWithin = (message: Message, limit: number | null, now: number): boolean =>
  limit === null || Math.abs(now - message.timestamp) <= limit + leeway;

type TopicsPolicy = 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';

export const isEmptyTopicRefused = (policy: TopicsPolicy, topic: string): boolean =>
  policy === 'disable_empty_topic' && topic === '';

export const isTopicRefused = (policy: TopicsPolicy, topic: string): boolean =>
  policy === 'empty_topic_only' && topic !== '';

/** Only authors change what they wrote. */
export const canEditContent = (actor: Person, message: Message): boolean => message.sender_id === actor.id;

/** @param limit message_content_edit_limit_seconds; null = no limit. */
export const isContentEditable = (message: Message, limit: number | null, now: number): boolean =>
  isWithin(message, limit, now);

/** @param isMover in can_move_messages_between_topics_group or the channel's own group. A message without a topic may get one from anybody. */
export const canMoveToTopic = (actor: Person, message: Message, isMover: boolean): boolean =>
  isAdministrator(actor) || isMover || message.topic === '';

/** Users who may pin messages of a channel are those who may move its messages to other topics. @param isMover as of canMoveToTopic. */
export const canPin = (actor: Person, isMover: boolean): boolean => isAdministrator(actor) || isMover;

/** @param isMover in can_move_messages_between_channels_group or the channel's can_move_messages_out_of_channel_group. */
export const canMoveToChannel = (actor: Person, isMover: boolean): boolean => isAdministrator(actor) || isMover;

/** Moderators move messages however old. @param limit move_messages_*_limit_seconds; null = no limit. */
export const isMovable = (actor: Person, message: Message, limit: number | null, now: number): boolean =>
  isModerator(actor) || isWithin(message, limit, now);

/** @param isResolver in can_resolve_topics_group of the organization or the channel. */
export const canResolveTopics = (actor: Person, isResolver: boolean): boolean => isAdministrator(actor) || isResolver;

/** Who may delete what anybody wrote. @param isDeleter in can_delete_any_message_group of the organization or the channel. */
export const canDeleteAny = (actor: Person, isDeleter: boolean): boolean => isAdministrator(actor) || isDeleter;

/**
 * Authors, and the owners of bots that wrote, delete their own.
 * @param isDeleter in can_delete_own_message_group of the organization or the channel.
 */
export const canDeleteOwn = (actor: Person, message: Message, botOwnerId: number | null, isDeleter: boolean): boolean =>
  isDeleter && (message.sender_id === actor.id || botOwnerId === actor.id);

/** @param limit message_content_delete_limit_seconds; null = no limit. */
export const isDeletable = (message: Message, limit: number | null, now: number): boolean =>
  isWithin(message, limit, now);
