// Names that changed since a message was written. Its source names people, groups, channels and emoji as they were called then;
// a user who renders it again (an edit, another version of this folder) hands in its HTML, where the names stand beside the ids.

import type { RenderContext } from './context.ts';
import { unescapeHtml } from './html.ts';

const userSpan = /<span class="user-mention[^"]*" data-user-id="(\d+)">@?([^<]*)<\/span>/g;
const groupSpan = /<span class="user-group-mention[^"]*" data-user-group-id="(\d+)">@?([^<]*)<\/span>/g;
const channelLink = /<a class="stream(?:-topic)?" data-stream-id="(\d+)" href="[^"]*">#([^<]*)/g;
const emojiSpan = /<span [^>]*class="emoji emoji-([0-9a-f-]+)"[^>]*>:([^:<]+):<\/span>/g;
const emojiPicture = /<img alt=":([^":]*):" class="emoji" src="([^"]*)"/g;

/** The context with the names of `earlierHtml` behind its own: a name that someone bears now is theirs. */
export function withEarlierNames(context: RenderContext): RenderContext {
  const { earlierHtml } = context;
  if (earlierHtml === undefined) return context;
  const users = idsByName(earlierHtml, userSpan);
  const groups = idsByName(earlierHtml, groupSpan);
  const channels = idsByName(earlierHtml, channelLink);
  const emoji = new Map(
    [...earlierHtml.matchAll(emojiPicture)].map(([, name = '', src = '']) => [name, unescapeHtml(src)]),
  );
  const codes = new Map([...earlierHtml.matchAll(emojiSpan)].map(([, code = '', name = '']) => [name, code]));
  const named = <T>(ids: ReadonlyMap<string, number>, name: string, use: (id: number) => T): T | undefined => {
    const id = ids.get(name.toLowerCase());
    return id === undefined ? undefined : use(id);
  };
  return {
    ...context,
    findUserByName: (name) =>
      context.findUserByName(name) ?? named(users, name, (id) => context.findUserById(id) ?? { id, fullName: name }),
    findGroupByName: (name) => {
      const group = context.findGroupByName(name);
      const earlier = named(groups, name, (id) => ({ id, name }));
      // A mention that was allowed when it was written stays one.
      if (group?.isRefused === true && earlier?.id === group.id) return earlier;
      return group ?? earlier;
    },
    findChannelByName: (name) => context.findChannelByName(name) ?? named(channels, name, (id) => ({ id, name })),
    findEarlierEmojiCode: (name) => codes.get(name),
    findCustomEmoji: (name) => {
      const url = emoji.get(name);
      return context.findCustomEmoji(name) ?? (url === undefined ? undefined : { url });
    },
  };
}

/** A link to a topic goes on with it, ` > topic`; so both the whole and what stands before it may be the name. */
function idsByName(html: string, pattern: RegExp): Map<string, number> {
  const found = new Map<string, number>();
  for (const [, id, text = ''] of html.matchAll(pattern)) {
    const name = unescapeHtml(text).toLowerCase();
    for (let at = name.indexOf(' > '); at > 0; at = name.indexOf(' > ', at + 1))
      found.set(name.slice(0, at), Number(id));
    found.set(name, Number(id));
  }
  return found;
}
