/**
 * The HTML of messages as the importing server shows it. It renders texts that come without HTML, but then mentions of people whose
 * numbers changed, linkifiers, custom emoji, and whatever a system bot wrote are lost; so it gets Hearth's own HTML. It gives people,
 * channels and groups in it its own numbers, and uploads their paths, but not the targets of links, nor custom emoji.
 */
import type { HistoryEntry } from '../../domain/messages/history-rules.ts';
import type { Reader } from '../../storage/database.ts';

/** The importing server's version of a rendering that is not to be made again. */
export const renderedVersion = 1;

/** Where the first organization of that server has its emoji. */
const emojiFolder = '/user_avatars/2/emoji/images/';

const emojiSource = /(<img [^>]*\bsrc=")\/realm\/emoji\//g;
const channelTarget = /(\bhref="\/?#narrow\/(?:channel|stream)\/)(\d+)([^"]*)"/g;
const messageTarget = /(\/(?:near|with)\/)(\d+)/g;
const topicChannel = /(<a class="stream-topic" data-stream-id=")(\d+)"/g;

/** On a new server channels and messages are numbered from 1 on, in their order here. */
export class NewNumbers {
  readonly #channels: Map<number, number>;
  readonly #messages: number[];

  constructor(db: Reader) {
    const ids = (table: 'streams' | 'messages'): number[] =>
      db.all<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`).map(({ id }) => id);
    this.#channels = new Map(ids('streams').map((id, i) => [id, i + 1]));
    this.#messages = ids('messages');
  }

  ofChannel = (id: number): number => this.#channels.get(id) ?? id;

  /** One that was deleted gets the number of the next. */
  ofMessage(id: number): number {
    let [low, high] = [0, this.#messages.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#messages[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  html(html: string): string {
    if (!html.includes('<a ') && !html.includes('<img ')) return html;
    return html
      .replace(emojiSource, `$1${emojiFolder}`)
      .replace(topicChannel, (_, start: string, id: string) => `${start}${this.ofChannel(Number(id))}"`)
      .replace(channelTarget, (_, start: string, id: string, rest: string) => {
        const target = rest.replace(
          messageTarget,
          (__, word: string, of: string) => `${word}${this.ofMessage(Number(of))}`,
        );
        return `${start}${this.ofChannel(Number(id))}${target}"`;
      });
  }

  /** @param history JSON as it is stored, or null. @returns the same with its HTML and channels as they are there. */
  history(history: string | null): string | null {
    if (history === null) return null;
    return JSON.stringify((JSON.parse(history) as HistoryEntry[]).map((entry) => this.#entry(entry)));
  }

  #entry({ prev_rendered_content: html, prev_stream: from, stream: to, ...entry }: HistoryEntry): object {
    return {
      ...entry,
      ...(entry.prev_content !== undefined && {
        prev_rendered_content: this.html(html ?? ''),
        prev_rendered_content_version: renderedVersion,
      }),
      ...(from !== undefined && { prev_stream: this.ofChannel(from) }),
      ...(to !== undefined && { stream: this.ofChannel(to) }),
    };
  }
}
