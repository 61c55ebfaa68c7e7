/** Typing line of a conversation. Its space is reserved while no one is typing. */
import { joined } from '../../client/formats.ts';
import { keyOf, type Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { useClientState } from '../store/use-chat.ts';

/** More names than this are a crowd. */
const mostNames = 3;

export function TypingLine({ conversation }: { conversation: Conversation }) {
  const typists = useClientState((state) => state.presence.typing.get(keyOf(conversation)));
  const users = useClientState((state) => state.users.users);
  const muted = useClientState((state) => state.own.mutedUsers);
  const me = useClientState((state) => state.me);
  const names = [...(typists?.keys() ?? [])]
    .filter((id) => id !== me && !muted.has(id))
    .flatMap((id) => users.get(id)?.full_name ?? []);
  return (
    <output className="typing-line">
      {names.length > 0 && (
        <>
          <i aria-hidden="true">
            <span />
            <span />
            <span />
          </i>
          <span className="cut">{whoWrites(names)}</span>
        </>
      )}
    </output>
  );
}

/** @param names at least one. */
function whoWrites(names: readonly string[]): string {
  if (names.length > mostNames) return t('Several people are writing');
  const who = joined(names);
  return names.length === 1 ? t('{{who}} is writing', { who }) : t('{{who}} are writing', { who });
}
