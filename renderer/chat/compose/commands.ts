/** Commands of the message box, as people type them in other chats: `/mute` does what the menu of the topic does. */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { isAllowed, runAction, type Action } from '../actions/action.ts';
import { channelActions, type ChannelTarget } from '../actions/channel.ts';
import { openQuietMenu } from '../actions/quiet.ts';
import { followTopic, markAsRead, muteTopic, resolveTopic, type TopicTarget } from '../actions/topic.ts';
import { beginCall, mayCall } from '../actions/video-call.ts';
import { openDialog } from '../kit/dialog-store.ts';
import type { Names } from '../routing/address.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { goTo } from '../store/use-view.ts';

/** What a command acts on. */
export interface CommandTarget {
  chat: ChatModel;
  names: Names;
  conversation: Conversation;
}

export interface Command {
  /** Typed behind the slash, the same in every language. */
  name: string;
  note: string;
  /** @param field of the message box, from which the command was removed. */
  run: (field: HTMLElement) => void;
}

/** All names of `commandsFor`, also of what the user may not do or not there. */
export const commandNames: readonly string[] = [
  'status',
  'dnd',
  'read',
  'mute',
  'follow',
  'resolve',
  'invite',
  'leave',
  'call',
  'search',
  'snippets',
  'keys',
];

/** @returns the commands that the user may give in a conversation. */
export function commandsFor({ chat, names, conversation }: CommandTarget): Command[] {
  const of = <T>(name: string, action: Action<T> | undefined, target: T): Command[] =>
    action === undefined || !isAllowed(action, target)
      ? []
      : [{ name, note: action.label(action.isOn?.(target) === true), run: () => runAction(action, target) }];
  const ofTopic = (target: TopicTarget): Command[] => [
    ...of('mute', muteTopic, target),
    ...of('follow', followTopic, target),
    ...of('resolve', resolveTopic, target),
  ];
  const ofChannel = (target: ChannelTarget): Command[] => {
    const named = (id: string) => channelActions.find((action) => action.id === id);
    return [...of('invite', named('add-people'), target), ...of('leave', named('leave-channel'), target)];
  };
  return [
    { name: 'status', note: t('Your status'), run: () => goTo('#settings/profile') },
    { name: 'dnd', note: t('Do not disturb'), run: (field) => openQuietMenu(chat, field) },
    ...of('read', markAsRead, { chat, names, conversation }),
    ...(conversation.kind === 'channel'
      ? [...ofTopic({ chat, names, conversation }), ...ofChannel({ chat, names, channelId: conversation.channelId })]
      : []),
    ...(mayCall(chat, conversation)
      ? [{ name: 'call', note: t('Begin a video call'), run: () => beginCall(chat, conversation) }]
      : []),
    { name: 'search', note: t('Search'), run: () => openDialog({ kind: 'search', text: '' }) },
    { name: 'snippets', note: t('Snippets'), run: () => openDialog({ kind: 'snippets', conversation }) },
    { name: 'keys', note: t('Keyboard shortcuts'), run: () => goTo('#keyboard-shortcuts') },
  ];
}

/** @returns the commands that make a message by a form. Their text, with a question behind it, is sent as it is. */
export function formsFor({ conversation }: CommandTarget): Command[] {
  return [
    { name: 'poll', note: t('Create a poll'), run: () => openDialog({ kind: 'poll', conversation }) },
    { name: 'todo', note: t('Create a shared to-do list'), run: () => openDialog({ kind: 'todo', conversation }) },
  ];
}
