/** Actions on a user. */
import { request } from '../../client/request.ts';
import { writersIn } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { offerUndo, reportRefusal } from '../kit/notices.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { untilKnown } from '../store/until-known.ts';
import { goTo } from '../store/use-view.ts';
import type { Action } from './action.ts';

export interface PersonTarget {
  chat: ChatModel;
  userId: number;
}

/** Messages of a muted person are folded and notify no one (contract: mute-user). */
export const mutePerson: Action<PersonTarget> = {
  id: 'mute-person',
  label: (isOn) => (isOn ? t('Unmute user') : t('Mute user')),
  icon: 'muted',
  menu: 'person',
  isAllowed: ({ chat, userId }) => userId !== chat.session.user_id,
  isOn: ({ chat, userId }) => chat.clientState.own.mutedUsers.has(userId),
  run: (target, isOn) => void mute(target, isOn),
};

const setMuted = (userId: number, isOn: boolean): Promise<boolean> =>
  reportRefusal(request(isOn ? 'POST' : 'DELETE', `/users/me/muted_users/${userId}`));

/** Mutes a person or unmutes them, says so once the page shows it, and offers Undo. */
async function mute({ chat, userId }: PersonTarget, isOn: boolean): Promise<void> {
  if (!(await setMuted(userId, isOn))) return;
  await untilKnown(chat.state, ({ own }) => own.mutedUsers.has(userId) === isOn);
  const name = writersIn(chat.clientState.users).get(userId)?.full_name ?? `#${userId}`;
  offerUndo(isOn ? t('{{name}} muted.', { name }) : t('{{name}} unmuted.', { name }), {
    undo: () => void setMuted(userId, !isOn),
  });
}

/** Files in all messages of a person that the reader may read. */
const filesOfPerson: Action<PersonTarget> = {
  id: 'person-files',
  label: () => t('Files from this person'),
  icon: 'file',
  menu: 'person',
  run: ({ userId }) => goTo(`#files/sender/${userId}`),
};

/** In the order of the menu of a direct message. */
export const personActions: readonly Action<PersonTarget>[] = [
  {
    id: 'card',
    label: () => t('View profile'),
    icon: 'user',
    menu: 'person',
    run: ({ userId }) => goTo(`#user/${userId}`),
  },
  filesOfPerson,
  mutePerson,
];
