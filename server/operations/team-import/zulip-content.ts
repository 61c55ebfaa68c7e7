/**
 * Texts of the larger server with the ids of Hearth in them: mentions and links with an id, addresses of uploads, and channels and
 * groups that have another name here. Where all ids are kept, texts stay as they are.
 */
import type { MessageEdit } from './records.ts';
import type { References } from './source.ts';

const withUserId = /(@_?\*\*[^*\n|]*\|)(\d+)(?=\*\*)/g;
const groupName = /(@_?\*)([^*\n]+)(?=\*(?!\*))/g;
const channelName = /(#\*\*)([^*\n>]+)(?=(?:>[^*\n]*)?\*\*)/g;
const upload = /(\/?user_uploads\/)(\d+\/[^\s()[\]"'<>]+)/g;
const channelLink = /(#narrow\/(?:channel|stream)\/)(\d+)(?=[-/\s)"']|$)/g;
const messageLink = /(#narrow\/\S*?\/(?:near|with)\/)(\d+)/g;
const userSpan = /<span class="user-mention[^"]*" data-user-id="(\d+)">@?[^<]*<\/span>/g;
const groupSpan = /<span class="user-group-mention[^"]*" data-user-group-id="(\d+)">@?[^<]*<\/span>/g;
const streamLink = /<a class="stream(?:-topic)?" data-stream-id="(\d+)" href="[^"]*">#[^<]*(?:<em>[^<]*<\/em>)?<\/a>/g;
/** A link to a message, which has the number of its channel in its address alone. */
const linkToMessage = /<a class="message-link" href="\/?#narrow\/(?:channel|stream)\/(\d+)[^"]*">#([^<]*)/g;
/** From older servers, which named users by their addresses. */
const namedByAddress = /<span class="user-mention[^"]*" data-user-email=/;

export class ContentIds {
  readonly #references: References;
  readonly #channelInHtml: (id: number) => number;

  /** @param channelInHtml the channel of a number in addresses of the HTML, where the archive has others there. */
  constructor(references: References, channelInHtml: (id: number) => number = (id) => id) {
    this.#references = references;
    this.#channelInHtml = channelInHtml;
  }

  /** @param html of the source: whom and which channels it names; undefined where the source has none. */
  convert(content: string, html: string | undefined): { content: string; earlierHtml?: string } {
    const converted = /[@#]|user_uploads\//.test(content) ? this.#text(content) : content;
    return { content: converted, ...(saysWhom(html) && { earlierHtml: this.#named(html) }) };
  }

  /** The text before an edit stays as it is; what it names is found in its HTML. */
  ofEdit({ previousHtml, ...edit }: MessageEdit): MessageEdit {
    return { ...edit, ...(saysWhom(previousHtml) && { previousHtml: this.#named(previousHtml) }) };
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
  #named(html: string): string {
    if (!/data-(?:user|stream)-|"message-link"/.test(html)) return '';
    const { idOf, renamed } = this.#references;
    const parts: string[] = [];
    for (const [pattern, kind] of [
      [userSpan, 'user'],
      [groupSpan, 'group'],
      [streamLink, 'channel'],
    ] as const)
      for (const [span, id = ''] of html.matchAll(pattern)) {
        const here = idOf(kind, Number(id));
        if (here === undefined) continue;
        const placed = span.replace(/(-id=")\d+"/, `$1${here}"`);
        // The text has the name of here, too.
        parts.push(
          kind === 'channel'
            ? placed.replace(/>#([^<]*)/, (_, name: string) => `>#${inNewName(name, renamed)}`)
            : placed,
        );
      }
    for (const [, id = '', shown = ''] of html.matchAll(linkToMessage)) {
      const here = idOf('channel', this.#channelInHtml(Number(id)));
      if (here !== undefined)
        parts.push(`<a class="stream-topic" data-stream-id="${here}" href="">#${inNewName(shown, renamed)}</a>`);
    }
    return parts.join('');
  }
}

/** Whether a HTML of the source names users by their numbers, or no one. */
const saysWhom = (html: string | undefined): html is string =>
  html !== undefined && html !== '' && !namedByAddress.test(html);

/** @param shown in a link: the name of a channel, and ` > topic` where it leads to one. Both are HTML. */
function inNewName(shown: string, renamed: References['renamed']): string {
  const [name = '', ...topic] = shown.split(' &gt; ');
  return [renamed('channel', name) ?? name, ...topic].join(' &gt; ');
}
