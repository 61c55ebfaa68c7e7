/** Reader-dependent parts of a message, as JSON: who wrote it, and to whom. */
import { pictureInForm } from '../../../events/message-form.ts';
import { fieldsText } from '../../../json-text.ts';
import type { Viewing } from '../../acting.ts';
import { findChannel } from '../../channels/rows.ts';
import { organizationSetting } from '../../organization/rows.ts';
import { findUsers, isVisitor, type UserRow } from '../../users/rows.ts';
import { visibleUserIds } from '../../users/visibility.shared.ts';
import { apiEmailFor, avatarUrlFor, unknownUserWire } from '../../users/wire.ts';
import { participantsOf } from '../direct-recipients.shared.ts';
import type { MessageRow } from '../rows.ts';
import { displayUser, senderFields, unknownSender, type DisplayRecipientUser } from '../wire.ts';

/** A message's sender and its place. */
export type MessageOrigin = Pick<MessageRow, 'id' | 'sender_id' | 'recipient_id' | 'stream_id'>;

/** Senders, participants and channels of a set of messages, as one reader sees them. */
export class ReaderTexts {
  readonly #viewing: Viewing;
  readonly #users: Map<number, UserRow>;
  readonly #visible: Set<number> | null;
  readonly #participantIds: Map<number, number[]>;
  readonly #clientGravatar: boolean;
  readonly #senders = new Map<number, string>();
  /** By recipient: a channel has one of its own. */
  readonly #recipients = new Map<number, string>();

  constructor(viewing: Viewing, rows: readonly MessageOrigin[], clientGravatar: boolean) {
    this.#viewing = viewing;
    this.#clientGravatar = clientGravatar;
    // A user who wrote what a visitor reads is in sight, however long ago it was.
    this.#visible = isVisitor(viewing.user) ? null : visibleUserIds(viewing);
    this.#participantIds = participantsOf(
      viewing.db,
      rows.filter((row) => row.stream_id === null).map((row) => row.recipient_id),
    );
    const ids = [...rows.map((row) => row.sender_id), ...[...this.#participantIds.values()].flat()];
    this.#users = new Map(findUsers(viewing.db, ids).map((user) => [user.id, user]));
  }

  /** The fields of a message that say who wrote it, and where. */
  fields({ sender_id: sender, recipient_id: recipient, stream_id: channel }: MessageOrigin): string {
    const who = this.#senders.get(sender) ?? this.#senderText(sender);
    this.#senders.set(sender, who);
    const where = this.#recipients.get(recipient) ?? this.#recipientText(recipient, channel);
    this.#recipients.set(recipient, where);
    return `${who},${where}`;
  }

  #senderText(id: number): string {
    const user = this.#users.get(id) as UserRow;
    const sender = this.#isVisible(user)
      ? senderFields(user, avatarUrlFor(this.#viewing, user, true) === null, apiEmailFor(this.#viewing, user))
      : unknownSender(user);
    const { sender_id, sender_email, sender_full_name } = sender;
    const avatar_url = pictureInForm(sender, this.#clientGravatar);
    return fieldsText({ sender_id, sender_email, sender_full_name, avatar_url });
  }

  #recipientText(recipientId: number, channelId: number | null): string {
    const shown =
      channelId === null ? this.#participants(recipientId) : (findChannel(this.#viewing.db, channelId)?.name ?? '');
    const realm = organizationSetting(this.#viewing.db, 'string_id');
    return fieldsText({ display_recipient: shown, sender_realm_str: realm });
  }

  #participants(recipientId: number): DisplayRecipientUser[] {
    return (this.#participantIds.get(recipientId) ?? []).flatMap((id) => {
      const user = this.#users.get(id);
      return user === undefined ? [] : [displayUser(this.#shown(user), user.id)];
    });
  }

  #shown(user: UserRow): { email: string; full_name: string } {
    if (!this.#isVisible(user)) return unknownUserWire(user);
    return { email: apiEmailFor(this.#viewing, user), full_name: user.full_name };
  }

  #isVisible(user: UserRow): boolean {
    return this.#visible?.has(user.id) ?? true;
  }
}
