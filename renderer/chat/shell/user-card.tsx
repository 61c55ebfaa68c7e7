/** A person: who they are, whether they are here, what time it is there, and what one can do with them. */
import { dateFormat, ownTimeZone } from '../../client/formats.ts';
import './user-card.css';
import { roleNames } from '../../client/roles.ts';
import { direct } from '../../client/state/conversation.ts';
import type { User } from '../../client/state/users.ts';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { emojiSign } from '../../components/message-html/enrich-html.ts';
import { runAction } from '../actions/action.ts';
import { mutePerson } from '../actions/person.ts';
import { Avatar } from '../kit/avatar.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { landmark } from '../kit/landmarks.ts';
import { localTime } from '../kit/local-time.ts';
import { ToolButton } from '../kit/tool-button.tsx';
import { ProfileFields } from '../parts/profile-fields.tsx';
import { useQuietText } from '../parts/quiet-mark.tsx';
import { conversationAddress } from '../routing/address.ts';
import { whyNoPosting } from '../store/posting.ts';
import { useNow, usePresenceOf, type PresenceKind } from '../store/presence.ts';
import {
  avatarPerson,
  useChat,
  useEmojiAsText,
  useClientState,
  useNames,
  useTwentyFourHours,
} from '../store/use-chat.ts';

/** @param onClose leads back to the view below. */
export function UserCard({ userId, onClose }: { userId: number; onClose: () => void }) {
  const user = useClientState((state) => state.users.users.get(userId));
  if (user === undefined)
    return (
      <Dialog title={t('User not found')} onClose={onClose}>
        <p>{t("This user does not exist, or you can't see them.")}</p>
      </Dialog>
    );
  return (
    <Dialog title={user.full_name} isTitleHidden className="user-card" onClose={onClose}>
      <Card user={user} onClose={onClose} />
    </Dialog>
  );
}

function Card({ user, onClose }: { user: User; onClose: () => void }) {
  const { user_id: id } = user;
  const chat = useChat();
  const me = useClientState((state) => state.me);
  const isMuted = useClientState((state) => state.own.mutedUsers.has(id));
  const presence = usePresenceOf(id);
  const names = useNames();
  const mayWrite = useClientState((state) => whyNoPosting(state, direct([id], state.me)) === null);
  const written = id === me ? t('Your messages') : t('Messages from this user');
  return (
    <>
      <div className="user-head">
        <Avatar person={{ ...avatarPerson(user, id), ...(user.is_active && { presence }) }} size="4rem" />
        <div>
          <p className="user-name">
            <bdi>{user.full_name}</bdi>
          </p>
          <p>{kindOf(user)}</p>
          <p>{user.is_active ? presenceText(presence, id === me) : t('This account is deactivated.')}</p>
        </div>
      </div>
      <StatusLines userId={id} />
      <Facts user={user} />
      {isMuted && (
        <p className="user-muted">{t("You muted this user. Their messages are hidden and don't notify you.")}</p>
      )}
      <div className="user-actions">
        <a className="button primary" href={conversationAddress({ kind: 'direct', userIds: [id] }, names)}>
          <LineIcon name="direct" size={18} />
          {id === me ? t('Notes to yourself') : mayWrite ? t('Message') : t('Open conversation')}
        </a>
        {user.is_active && landmark('box') !== null && (
          <button
            type="button"
            className="button"
            onClick={() => {
              onClose();
              mention(user);
            }}
          >
            <LineIcon name="at" size={18} />
            {t('Mention')}
          </button>
        )}
        {id === me && (
          <a className="button" href="#settings/profile">
            {t('Change')}
          </a>
        )}
        <a className="tool" href={`#narrow/sender/${id}`} aria-label={written} title={written}>
          <LineIcon name="search" />
        </a>
        <a
          className="tool"
          href={`#files/sender/${id}`}
          aria-label={t('Files from this person')}
          title={t('Files from this person')}
        >
          <LineIcon name="file" />
        </a>
        {id !== me && (
          <ToolButton
            icon="muted"
            label={t('Mute user')}
            tip={mutePerson.label(isMuted)}
            isPressed={isMuted}
            onClick={() => runAction(mutePerson, { chat, userId: id })}
          />
        )}
      </div>
    </>
  );
}

/** What the user says about themselves, and whether they want no notifications. */
function StatusLines({ userId }: { userId: number }) {
  const status = useClientState((state) => state.users.statuses.get(userId));
  const quiet = useQuietText(userId);
  const asText = useEmojiAsText();
  const { emoji_name: name, emoji_code: code } = status ?? {};
  const glyph = name === undefined || code === undefined ? undefined : emojiSign({ name, code }, asText);
  return (
    <>
      {status !== undefined && (status.status_text !== undefined || glyph !== undefined) && (
        <p className="user-status">
          {glyph !== undefined && <span aria-hidden="true">{glyph}</span>}
          <span dir="auto">{status.status_text ?? status.emoji_name}</span>
        </p>
      )}
      {quiet !== undefined && (
        <p className="user-status">
          <LineIcon name="moon" size={18} />
          {quiet}
        </p>
      )}
    </>
  );
}

function kindOf({ is_bot: isBot, role }: User): string {
  return isBot ? t('Bot') : (roleNames()[role] ?? t('Member'));
}

function presenceText(presence: PresenceKind, isMe: boolean): string {
  if (isMe) return t('You');
  return presence === 'active' ? t('Online') : presence === 'idle' ? t('Idle') : t('Away');
}

function Facts({ user }: { user: User }) {
  const now = useNow();
  const is24 = useTwentyFourHours();
  const ownZone = ownTimeZone();
  const time = user.is_bot ? null : localTime(user.timezone, ownZone, now, is24);
  const email = user.delivery_email ?? null;
  const joined = new Date(user.date_joined);
  return (
    <dl className="user-facts">
      {time !== null && (
        <>
          <dt>{t('Local time')}</dt>
          <dd>{time}</dd>
        </>
      )}
      {email !== null && (
        <>
          <dt>{t('Email')}</dt>
          <dd>
            <a className="text-link" href={`mailto:${email}`}>
              {email}
            </a>
          </dd>
        </>
      )}
      <ProfileFields user={user} />
      {!Number.isNaN(joined.getTime()) && (
        <>
          <dt>{t('Joined')}</dt>
          <dd>{dateFormat({ dateStyle: 'long' }).format(joined)}</dd>
        </>
      )}
    </dl>
  );
}

/** So long a dialog may take to leave, in drawings of the page. */
const mostFrames = 60;

/** Writes the mention into the open box, as typing would: it can be undone. */
function mention(user: User, frames = 0): void {
  // As long as the card stands over the page, nothing below it can be written into.
  if (document.querySelector('dialog[open]') !== null && frames < mostFrames) {
    requestAnimationFrame(() => mention(user, frames + 1));
    return;
  }
  const field = landmark('box');
  if (field === null) return;
  field.focus();
  document.execCommand('insertText', false, `@**${user.full_name}|${user.user_id}** `);
}
