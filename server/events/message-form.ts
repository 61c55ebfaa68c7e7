/** The forms in which a message leaves, fetched or by an event: what is chosen by what its reader's client declared. */
import type { components } from '../contract/types.ts';
import { topicForClient } from './topic-name.ts';

type EventMessage = components['schemas']['EventMessageMessage'];

/** What a client declared of the messages that it reads. */
export interface MessageForm {
  applyMarkdown: boolean;
  clientGravatar: boolean;
  /** False: the empty topic is replaced by its display name. */
  allowEmptyTopicName: boolean;
}

/** A message with all that can be chosen from. */
export interface WholeMessage extends Omit<EventMessage, 'content' | 'content_type' | 'avatar_url'> {
  content: string;
  rendered_content: string;
  /** What clients get that cannot compute a picture themselves. */
  avatar_url: string;
  /** The sender has no uploaded picture: clients that declared client_gravatar get null. */
  has_default_avatar: boolean;
}

/** The picture of a sender: clients that compute default ones themselves get null for them. */
export function pictureInForm(
  sender: Pick<WholeMessage, 'avatar_url' | 'has_default_avatar'>,
  clientGravatar: boolean,
): string | null {
  return clientGravatar && sender.has_default_avatar ? null : sender.avatar_url;
}

/** What `content` is. */
export const contentType = (form: MessageForm): EventMessage['content_type'] =>
  form.applyMarkdown ? 'text/html' : 'text/x-markdown';

/** @returns the message with what its reader's client chose. */
export function inForm(message: WholeMessage, form: MessageForm): EventMessage {
  const { rendered_content, has_default_avatar: _isDefault, ...shape } = message;
  return {
    ...shape,
    content: form.applyMarkdown ? rendered_content : message.content,
    content_type: contentType(form),
    avatar_url: pictureInForm(message, form.clientGravatar),
    subject: topicForClient(message.subject, form.allowEmptyTopicName || message.type === 'private'),
  };
}
