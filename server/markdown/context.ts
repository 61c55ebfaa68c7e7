// Input (RenderContext) and output (RenderedMessage) of the pipeline, and the state of one rendering that
// ties the two together. The pipeline knows no database: every name is resolved by a look-up handed in here.

import type { HighlightBudget } from './blocks/highlight.ts';
import type { CompiledLinkifier } from './linkify.ts';

/** Look-ups of one organization as one sender sees it. Each returns undefined for "no such thing, or not yours to name". */
export interface RenderContext {
  /** By full name, as in `@**Full Name**`. With several bearers of a name, which one is the caller's choice. */
  findUserByName(fullName: string): FoundUser | undefined;
  /** By id, as in `@**Full Name|5**`; the pipeline checks that the name fits. */
  findUserById(id: number): FoundUser | undefined;
  findGroupByName(name: string): FoundGroup | undefined;
  findChannelByName(name: string): { id: number; name: string } | undefined;
  /** The newest message of a topic, as far as every reader of the channel may know of it; undefined for a topic without any. */
  findTopicMessage?(channelId: number, topic: string): number | undefined;
  /** A custom emoji that is not deactivated; `url` is a path on this server. */
  findCustomEmoji(name: string): { url: string } | undefined;
  /** The code of the standard emoji that a name meant in `earlierHtml`; a name may have been given to another emoji since. */
  findEarlierEmojiCode?(name: string): string | undefined;
  /** In order of precedence. */
  linkifiers: readonly CompiledLinkifier[];
  /** Direct messages have no topic, so `@**topic**` stays text there. */
  isDirect?: boolean;
  /** False where `/me` has no meaning (descriptions). Default true. */
  isMeAllowed?: boolean;
  /** The writer's setting translate_emoticons: `:)` becomes an emoji. */
  translatesEmoticons?: boolean;
  /** The language of fences that name none: `default_code_block_language`. */
  defaultCodeLanguage?: string;
  /** False where pictures are links only: `inline_image_preview`. Default true. */
  showsPreviews?: boolean;
  /** What differs from the usual bounds of colours in code. */
  highlightBudget?: Partial<HighlightBudget>;
  /** The HTML that the message had before, where it is rendered again: names that changed since are found in it. */
  earlierHtml?: string;
  /** Shown for the empty topic: `realm_empty_topic_display_name`. */
  emptyTopicName?: string;
  /** Whether an origin such as `http://10.0.0.5:9080` leads to this server: uploads linked absolutely count as attachments too. */
  isOwnOrigin?(origin: string): boolean;
  /** What a page says of itself, where that is known; absent where links have no previews (`inline_url_embed_preview`). */
  findLinkPreview?(url: string): LinkPreview | undefined;
  /** An upload of this server. Without it the names of files say what they are, and pictures are shown as they are. */
  findUpload?(path: string): ShownUpload | undefined;
  /** A time as a reader of text alone sees it, who has no HTML. Without it a time is as it was written. */
  showTime?(moment: Date): string;
}

/** A user; every mention of one who is deactivated is silent. */
export interface FoundUser {
  id: number;
  fullName: string;
  isDeactivated?: boolean;
}

/** A user group; `isRefused`: the writer may name it silently, and may not mention it. Mentions of a deactivated one are silent. */
export interface FoundGroup {
  id: number;
  name: string;
  isDeactivated?: boolean;
  isRefused?: boolean;
}

/** An upload: what it is, and of a picture `src`, what to show, and its size in pixels to lay out before that has arrived. */
export interface ShownUpload {
  contentType: string;
  picture?: { src: string; width: number; height: number; isAnimated: boolean };
}

/** A page that a message links to; `image` is a path on this server. */
export interface LinkPreview {
  title: string;
  description: string;
  image: string | null;
}

/** The result of rendering one message: the HTML and everything the sending code must know about it. */
export interface RenderedMessage {
  html: string;
  /** All readable text, for the search index. */
  plainText: string;
  /** The same for notifications: spoilers stay hidden, quotes are marked with `> `. */
  notificationText: string;
  /** The same for alert words: emoji are signs, and formulas and times are no words. */
  alertText: string;
  /** Ids of users mentioned aloud: not silently, not inside a quotation. */
  mentionedUserIds: number[];
  mentionedGroupIds: number[];
  /** Names of groups that the message mentions and the writer may not mention: it must not be sent. */
  refusedGroupNames: string[];
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**` */
  hasChannelWildcard: boolean;
  /** `@**topic**` */
  hasTopicWildcard: boolean;
  /** Addresses of all links, in order, without repeats; links to channels and messages are not among them. */
  links: string[];
  /** Pages that can have a preview: web addresses outside of quotations, in order, few. */
  previewLinks: string[];
  /** Paths of linked uploads, such as `/user_uploads/2/ab/notes.txt`, percent-encoding undone. */
  uploadPaths: string[];
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  isMeMessage: boolean;
  /** Its HTML is more than a client should be sent (over 200 kB), or would be: then `html` is not the whole of it. */
  isTooLarge: boolean;
}

/** A formula's markup is some hundred times its source, so it is the markup that is bounded, in characters. */
const formulaMarkupPerMessage = 200_000;
/** Each match of a linkifier may rescan the rest of its line, so their number is what bounds the time. */
const linkifierMatchesPerMessage = 200;

/** What colours may cost one message. Beyond it code stays plain. */
const defaultHighlightBudget: HighlightBudget = { milliseconds: 50, markup: 100_000, newGrammars: 10 };

/** One rendering in progress: the context, what was found so far, and what may still be spent. */
export class RenderState {
  readonly context: RenderContext;
  /** False for descriptions: whom they name is never notified, and they have no previews. */
  readonly isMessage: boolean;
  quoteDepth = 0;
  readonly mentionedUserIds = new Set<number>();
  readonly mentionedGroupIds = new Set<number>();
  readonly refusedGroupNames = new Set<string>();
  hasChannelWildcard = false;
  hasTopicWildcard = false;
  readonly links = new Set<string>();
  readonly uploadPaths = new Set<string>();
  readonly previewLinks = new Set<string>();
  hasImage = false;
  isTooLarge = false;
  formulaBudget = formulaMarkupPerMessage;
  readonly highlightBudget: HighlightBudget;
  linkifierBudget = { matches: linkifierMatchesPerMessage };

  constructor(context: RenderContext, isMessage: boolean) {
    this.context = context;
    this.isMessage = isMessage;
    this.highlightBudget = { ...defaultHighlightBudget, ...context.highlightBudget };
  }

  /** Mentions in quotations only name people; no one is called again by being quoted. */
  get isSilent(): boolean {
    return this.quoteDepth > 0 || !this.isMessage;
  }
}

const key = Symbol('render state');

/** The parser's environment object for one rendering. */
export function environmentOf(state: RenderState): Record<string | symbol, unknown> {
  return { [key]: state };
}

/** The rendering a parser rule works for. Throws when the parser was called without one, which is a bug of ours. */
export function renderStateOf(environment: Record<string | symbol, unknown>): RenderState {
  const state = environment[key];
  if (!(state instanceof RenderState)) throw new Error('The Markdown parser was run without a render state.');
  return state;
}
