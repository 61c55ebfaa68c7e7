/** Targets of message actions. */
import type { Names } from '../routing/address.ts';
import type { Narrow } from '../routing/narrow.ts';
import type { ChatModel } from '../store/chat-model.ts';
import type { Message } from '../store/message.ts';
import type { Action } from './action.ts';

export interface MessageTarget {
  chat: ChatModel;
  names: Names;
  /** The view in which it is shown. */
  narrow: Narrow;
  message: Message;
  /** Where a menu of the action opens. */
  at: HTMLElement | { x: number; y: number };
  /** What an action of the message alone opens beside: the pressed button; null = its row. */
  button: HTMLElement | null;
}

export interface MessageAction extends Action<MessageTarget> {
  /** Its label among the tools above a row that is pointed at; undefined = it is none. */
  tool?: () => string;
  /** What it opens, as a tool. */
  popup?: 'dialog' | 'menu';
}
