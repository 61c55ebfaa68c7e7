/** Target of an upload: the box of a conversation, or into the edit of a message. */
import { keyOf, type Conversation } from '../../client/state/conversation.ts';

export type UploadTarget = Conversation | { kind: 'edit'; messageId: number };

export const targetKey = (target: UploadTarget): string =>
  target.kind === 'edit' ? `edit ${target.messageId}` : keyOf(target);
