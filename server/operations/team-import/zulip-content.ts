/**
 * Texts of the larger server with the ids of Hearth in them: mentions and links with an id, addresses of uploads, and channels and
 * groups that have another name here. Where all ids are kept, texts stay as they are.
 */
import type { References } from './source.ts';

const withUserId = /(@_?\*\*[^*\n|]*\|)(\d+)(?=\*\*)/g;
const groupName = /(@_?\*)([^*\n]+)(?=\*(?!\*))/g;
const channelName = /(#\*\*)([^*\n>]+)(?=(?:>[^*\n]*)?\*\*)/g;
const upload = /(\/?user_uploads\/)(\d+\/[^\s()[\]"'<>]+)/g;
const channelLink = /(#narrow\/(?:channel|stream)\/)(\d+)(?=[-/\s)"']|$)/g;
const messageLink = /(#narrow\/\S*?\/(?:near|with)\/)(\d+)/g;
const userSpan = /<span class="user-mention[^"]*" data-user-id="(\d+)">@?[^<]*<\/span>/g;
const groupSpan = /<span class="user-group-mention[^"]*" data-user-group-id="(\d+)">@?[^<]*<\/span>/g;

export class ContentIds {
  readonly #references: References;

  constructor(references: References) {
    this.#references = references;
  }

  /** @param html of the source: whom it mentions. */
  convert(content: string, html: string | undefined): { content: string; earlierHtml?: string } {
    const converted = /[@#]|user_uploads\//.test(content) ? this.#text(content) : content;
    const earlier = html?.includes('data-user-') === true ? this.#mentions(html) : '';
    return { content: converted, ...(earlier !== '' && { earlierHtml: earlier }) };
  }

  #text(content: string): string {
    const { idOf, file, renamed } = this.#references;
    const numbered = (kind: 'user' | 'channel' | 'message') => (all: string, before: string, id: string) => {
      const here = idOf(kind, Number(id));
      return here === undefined ? all : `${before}${here}`;
    };
    return content
      .replace(withUserId, numbered('user'))
      .replace(groupName, (all, before: string, name: string) => {
        const here = renamed('group', name);
        return here === undefined ? all : `${before}${here}`;
      })
      .replace(channelName, (all, before: string, name: string) => {
        const here = renamed('channel', name);
        return here === undefined ? all : `${before}${here}`;
      })
      .replace(messageLink, numbered('message'))
      .replace(channelLink, numbered('channel'))
      .replace(upload, (all, _before: string, path: string) => {
        const here = file(path);
        return here ?? all;
      });
  }

  /** Only the names with their ids: nothing else of the HTML is read. */
  #mentions(html: string): string {
    const { idOf } = this.#references;
    const parts: string[] = [];
    for (const [pattern, kind] of [
      [userSpan, 'user'],
      [groupSpan, 'group'],
    ] as const)
      for (const [span, id = ''] of html.matchAll(pattern)) {
        const here = idOf(kind, Number(id));
        if (here !== undefined) parts.push(span.replace(/(-id=")\d+"/, `$1${here}"`));
      }
    return parts.join('');
  }
}
