/** What can be done with a message, from its row, its menu and its words. */
import type { BodyAction } from '../../components/message-html/message-body.tsx';
import type { Message, Reaction } from './message.ts';

export interface MessageActions {
  onBody: (action: BodyAction) => void;
  onCopy: (text: string) => void;
  /** Whether it can be reacted to, edited and moved, and a poll voted in. */
  isChangeable: (message: Message) => boolean;
  onReact: (
    message: Message,
    emoji: { name: string; code: string; type: Reaction['reaction_type'] },
    isOn: boolean,
  ) => void;
  onPickReaction: (message: Message, at: HTMLElement) => void;
  onReply: (message: Message) => void;
  /** undefined: nobody can be quoted here. */
  onQuote: ((message: Message) => void) | undefined;
  onForward: (message: Message) => void;
  /** undefined: nothing can be edited here. */
  onEdit: { isAllowed: (message: Message) => boolean; run: (message: Message) => void } | undefined;
  /** Its words are folded away, on every device. */
  onCollapse: (message: Message, isOn: boolean) => void;
  onCopyLink: (message: Message) => void;
  onMore: (message: Message, at: HTMLElement) => void;
  /** A vote, a new option, a task that is done. @param content is sent as JSON. @returns whether it was taken. */
  onSubmessage: (message: Message, content: object) => Promise<boolean>;
  onSender: (userId: number, at: HTMLElement) => void;
}
