/** Actions that pin a message to its topic or its channel. What they do is loaded when one of them is chosen. */
import { loadCode } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import { mayPin } from '../store/permissions.ts';
import { pinOf, type PinScope } from '../store/pins.ts';
import type { MessageAction, MessageTarget } from './message-target.ts';

const channelOf = ({ chat, message }: MessageTarget) => chat.clientState.channels.channels.get(message.stream_id ?? 0);

function pinTo(scope: PinScope): Pick<MessageAction, 'icon' | 'menu' | 'isAllowed' | 'isOn' | 'run'> {
  const isOn = ({ message }: MessageTarget): boolean => pinOf(message.stream_id ?? 0, message.id)?.scope === scope;
  return {
    icon: 'pin',
    menu: 'keep',
    isAllowed(target) {
      const channel = channelOf(target);
      return channel !== undefined && mayPin(target.chat.clientState, channel);
    },
    isOn,
    run({ message: { stream_id: channelId = 0, id } }, isNowOn) {
      void loadCode(() => import('./pinning.ts')).then((code) =>
        isNowOn ? code?.pinMessage(channelId, id, scope) : code?.unpinMessage(channelId, id, scope),
      );
    },
  };
}

/** In the order of the menu. */
export const pinActions: readonly MessageAction[] = [
  {
    id: 'pin-topic',
    label: (isOn) => (isOn ? t('Unpin from topic') : t('Pin to topic')),
    key: { chords: ['B'], group: 'message', label: () => t('Pin to topic') },
    ...pinTo('topic'),
  },
  {
    id: 'pin-channel',
    label: (isOn) => (isOn ? t('Unpin from channel') : t('Pin to channel')),
    ...pinTo('channel'),
  },
];
