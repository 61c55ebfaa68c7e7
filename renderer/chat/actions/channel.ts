/** Actions on a channel: the same wherever it is listed. */
import { useCallback } from 'react';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import type { MenuEntry } from '../kit/menu-store.ts';
import { confirmed, offerUndo } from '../kit/notices.ts';
import { filesAddress, type Names } from '../routing/address.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { mayAddPeople, mayAdministerChannel, mayJoin } from '../store/permissions.ts';
import { untilKnown } from '../store/until-known.ts';
import { useChat, useNames } from '../store/use-chat.ts';
import { goTo } from '../store/use-view.ts';
import { menuOf, type Action } from './action.ts';
import { chooseForChannel, copyLink, joinChannel, leaveChannel } from './conversation-actions.ts';
import { markRead } from './reading.ts';

export interface ChannelTarget {
  chat: ChatModel;
  names: Names;
  channelId: number;
}

const channelOf = ({ chat, channelId }: ChannelTarget) => chat.clientState.channels.channels.get(channelId);
const subscriptionOf = ({ chat, channelId }: ChannelTarget) => chat.clientState.channels.subscriptions.get(channelId);
const isSubscribed = (target: ChannelTarget): boolean => subscriptionOf(target) !== undefined;

/** In the order of the menu. */
export const channelActions: readonly Action<ChannelTarget>[] = [
  {
    id: 'join-channel',
    label: () => t('Join channel'),
    icon: 'plus',
    menu: 'use',
    isAllowed: (target) => !isSubscribed(target) && canJoin(target),
    run: joinWithWord,
  },
  {
    id: 'read-channel',
    label: () => t('Mark channel as read'),
    icon: 'checks',
    menu: 'use',
    isAllowed: (target) => isSubscribed(target) && hasUnread(target),
    run: ({ chat, channelId }) => void markRead(chat, { channelId }),
  },
  {
    id: 'pin-channel',
    label: (isOn) => (isOn ? t('Unpin channel') : t('Pin to top')),
    icon: 'star',
    menu: 'use',
    isAllowed: isSubscribed,
    isOn: (target) => subscriptionOf(target)?.pin_to_top === true,
    run: ({ channelId }, isOn) =>
      void confirmed(
        chooseForChannel(channelId, 'pin_to_top', isOn),
        isOn ? t('Channel pinned.') : t('Channel unpinned.'),
      ),
  },
  {
    id: 'mute-channel',
    label: (isOn) => (isOn ? t('Unmute channel') : t('Mute channel')),
    icon: 'muted',
    menu: 'use',
    isAllowed: isSubscribed,
    isOn: (target) => subscriptionOf(target)?.is_muted === true,
    run: ({ chat, channelId }, isOn) => void mute(chat, channelId, isOn),
  },
  {
    id: 'channel-notifications',
    label: () => t('Notifications'),
    icon: 'bell',
    menu: 'use',
    isAllowed: isSubscribed,
    run: ({ channelId }) => openDialog({ kind: 'channel-notifications', channelId }),
  },
  {
    id: 'channel-topics',
    label: () => t('All topics'),
    icon: 'feed',
    menu: 'use',
    run: ({ channelId }) => goTo(`#topics/channel/${channelId}`),
  },
  {
    id: 'channel-files',
    label: () => t('Files'),
    icon: 'file',
    menu: 'use',
    run: ({ channelId, names }) => goTo(filesAddress([{ operator: 'channel', operand: channelId }], names)),
  },
  {
    id: 'add-link',
    label: () => t('Add a link'),
    icon: 'plus',
    menu: 'use',
    isAllowed(target) {
      const channel = channelOf(target);
      return channel !== undefined && !channel.is_archived && mayAdministerChannel(target.chat.clientState, channel);
    },
    run: ({ channelId }) => openDialog({ kind: 'add-link', channelId }),
  },
  {
    id: 'about-channel',
    label: () => t('Channel details'),
    icon: 'users',
    menu: 'use',
    run: ({ channelId }) => goTo(`#channels/${channelId}`),
  },
  {
    id: 'add-people',
    label: () => t('Add people'),
    icon: 'user',
    menu: 'use',
    isAllowed(target) {
      const channel = channelOf(target);
      return channel !== undefined && mayAddPeople(target.chat.clientState, channel);
    },
    run: ({ channelId }) => openDialog({ kind: 'add-people', channelId }),
  },
  {
    id: 'copy-link',
    label: () => t('Copy link'),
    icon: 'link',
    menu: 'use',
    run: ({ channelId, names }) => void copyLink(channelId, names),
  },
  {
    id: 'edit-channel',
    label: () => t('Name and description'),
    icon: 'edit',
    menu: 'use',
    isAllowed(target) {
      const channel = channelOf(target);
      return channel !== undefined && mayAdministerChannel(target.chat.clientState, channel);
    },
    run: ({ channelId }) => openDialog({ kind: 'edit-channel', channelId }),
  },
  {
    id: 'leave-channel',
    label: () => t('Leave channel'),
    icon: 'back',
    menu: 'leave',
    isDanger: true,
    isAllowed: isSubscribed,
    run: ({ chat, channelId }) => leaveChannel(chat, channelId),
  },
  {
    id: 'subscribe',
    label: () => t('Join or leave the channel'),
    key: { chords: ['Shift+S'], group: 'reading' },
    isAllowed: (target) => channelOf(target) !== undefined,
    isOn: isSubscribed,
    run(target, isOn) {
      if (!isOn) leaveChannel(target.chat, target.channelId);
      else if (canJoin(target)) joinWithWord(target);
    },
  },
];

/** @returns a function that gives the menu of a channel as it is now; empty where the channel is gone. */
export function useChannelMenu(): (channelId: number) => MenuEntry[] {
  const chat = useChat();
  const names = useNames();
  return useCallback(
    (channelId) =>
      chat.clientState.channels.channels.has(channelId)
        ? menuOf(channelActions, () => ({ chat, names, channelId }))
        : [],
    [chat, names],
  );
}

function joinWithWord(target: ChannelTarget): void {
  const name = channelOf(target)?.name ?? '';
  void confirmed(joinChannel(target.channelId), t('You joined #{{name}}.', { name }));
}

function canJoin(target: ChannelTarget): boolean {
  const channel = channelOf(target);
  return channel !== undefined && mayJoin(target.chat.clientState, channel);
}

const hasUnread = ({ chat, channelId }: ChannelTarget): boolean =>
  [...chat.clientState.messages.unread.values()].some(
    ({ conversation }) => conversation.kind === 'channel' && conversation.channelId === channelId,
  );

/** Mutes a channel or unmutes it, says so once the page shows it, and offers Undo. */
async function mute(chat: ChatModel, channelId: number, isOn: boolean): Promise<void> {
  if (!(await chooseForChannel(channelId, 'is_muted', isOn))) return;
  await untilKnown(chat.state, ({ channels }) => (channels.subscriptions.get(channelId)?.is_muted ?? isOn) === isOn);
  offerUndo(isOn ? t('Channel muted.') : t('Channel unmuted.'), {
    undo: () => void chooseForChannel(channelId, 'is_muted', !isOn),
  });
}
