/** Reactions to a message: one button for each emoji, pressed where the reader is among them. */
import { memo } from 'react';
import { t } from '../../client/text.ts';
import { useLanguage } from '../../client/use-language.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { emojiSign, type HtmlContext } from '../../components/message-html/enrich-html.ts';
import type { Message, Reaction } from '../store/message.ts';
import type { MessageActions } from './message-actions.ts';

interface ReactionGroup {
  name: string;
  code: string;
  type: Reaction['reaction_type'];
  userIds: number[];
}

/** @returns one group an emoji, in the order in which they were first given; without those of muted people. */
export function groupReactions(reactions: readonly Reaction[], mutedUsers: HtmlContext['mutedUsers']): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const { emoji_name: name, emoji_code: code, reaction_type: type, user_id } of reactions) {
    if (mutedUsers.has(user_id)) continue;
    const key = `${type} ${code}`;
    const group = groups.get(key) ?? { name, code, type, userIds: [] };
    groups.set(key, group);
    group.userIds.push(user_id);
  }
  return [...groups.values()];
}

interface ReactionsProps {
  message: Message;
  ownId: number;
  context: Pick<HtmlContext, 'userName' | 'emoji' | 'emojiAsText' | 'mutedUsers'>;
  actions: Pick<MessageActions, 'isChangeable' | 'onReact' | 'onPickReaction'>;
}

export const Reactions = memo(function Reactions({ message, ownId, context, actions }: ReactionsProps) {
  useLanguage();
  const groups = groupReactions(message.reactions, context.mutedUsers);
  if (groups.length === 0) return null;
  const isOpen = actions.isChangeable(message);
  return (
    <div className="reactions">
      {groups.map(({ name, code, type, userIds }) => {
        const isMine = userIds.includes(ownId);
        const who = userIds.map((id) => (id === ownId ? t('you') : (context.userName(id) ?? `#${id}`))).join(', ');
        const label = t('{{name}}, {{count}}: {{who}}', { name, count: userIds.length, who });
        return (
          <button
            key={`${type} ${code}`}
            type="button"
            aria-pressed={isMine}
            aria-label={label}
            title={label}
            disabled={!isOpen}
            onClick={() => actions.onReact(message, { name, code, type }, !isMine)}
          >
            <ReactionGlyph name={name} code={code} type={type} context={context} />
            {userIds.length}
          </button>
        );
      })}
      {isOpen && (
        <button
          type="button"
          aria-label={t('Add a reaction')}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => actions.onPickReaction(message, currentTarget)}
        >
          <LineIcon name="smilePlus" size={16} />
        </button>
      )}
    </div>
  );
});

interface ReactionGlyphProps extends Pick<ReactionGroup, 'name' | 'code' | 'type'> {
  context: Pick<HtmlContext, 'emoji' | 'emojiAsText'>;
}

/** What is the organization's own is a picture of this server; of what was removed since, the name is left. */
export function ReactionGlyph({ name, code, type, context }: ReactionGlyphProps) {
  const { emoji, emojiAsText } = context;
  const text = <span>{`:${name}:`}</span>;
  if (emojiAsText) return text;
  if (type === 'unicode_emoji') return <span className="emoji">{emojiSign({ name, code }, false)}</span>;
  const source = emoji[code]?.source_url;
  return source === undefined ? text : <img className="emoji" src={source} alt="" loading="lazy" />;
}
