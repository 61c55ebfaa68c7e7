/** What can be done with a person. */
import { request } from '../../client/request.ts';
import { t } from '../../client/text.ts';
import { reportRefusal } from '../kit/notices.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { goTo } from '../store/use-view.ts';
import type { Action } from './action.ts';

export interface PersonTarget {
  chat: ChatModel;
  userId: number;
}

/** Messages of a muted person are folded and notify nobody (contract: mute-user). */
export const mutePerson: Action<PersonTarget> = {
  id: 'mute-person',
  label: (isOn) => (isOn ? t('Unmute person') : t('Mute person')),
  icon: 'muted',
  menu: 'person',
  isAllowed: ({ chat, userId }) => userId !== chat.session.user_id,
  isOn: ({ chat, userId }) => chat.clientState.own.mutedUsers.has(userId),
  run: ({ userId }, isOn) => void reportRefusal(request(isOn ? 'POST' : 'DELETE', `/users/me/muted_users/${userId}`)),
};

/** In the order of the menu of a direct message. */
export const personActions: readonly Action<PersonTarget>[] = [
  {
    id: 'card',
    label: () => t('About this person'),
    icon: 'user',
    menu: 'person',
    run: ({ userId }) => goTo(`#user/${userId}`),
  },
  mutePerson,
];
