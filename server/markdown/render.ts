// The door of this folder: raw Markdown in, message HTML and everything else the server must know about a message out.
// No other code makes message HTML. Pure: the same text and look-ups give the same result.

import { environmentOf, type RenderContext, type RenderedMessage, RenderState } from './context.ts';
import { withEarlierNames } from './earlier-names.ts';
import { findLinkifierMatches } from './linkify.ts';
import { pipeline } from './pipeline.ts';
import { plainText } from './plain-text.ts';

export type { FoundUser, RenderContext, RenderedMessage, ShownUpload } from './context.ts';
export { readPageText } from './page-text.ts';
export { renderTopicLinks } from './linkify.ts';

/**
 * Raised with every change that makes other HTML of the same Markdown: stored messages are then rendered again in the
 * background (domain/messages/search/search-build.ts). renderer-version.test.ts fails when that was forgotten.
 */
export const rendererVersion = 13;

const ME = '/me ';
/** What a message of the usual length may grow to; longer ones, where they are allowed, to as many times their length. */
const maxHtmlBytes = 200_000;
const bytesPerCharacter = 20;

/**
 * Words and the marks of sentences, in one line: nothing that the dialect reads. A mark that may be part of an address ends a word, and
 * what may begin a list is not the first.
 */
const plainWords = /^(?!\p{Emoji})\p{L}(?:(?!\p{Emoji})\p{L}|[0-9'() -]|[,.!?]+(?= |$))*(?<! )$/u;

/** Renders a message's content (contract: Message: content, is_me_message, rendered_content). Never throws. */
export function renderMessage(content: string, context: RenderContext): RenderedMessage {
  const isPlain =
    plainWords.test(content) && findLinkifierMatches(content, context.linkifiers, { matches: Infinity }).length === 0;
  return isPlain ? plainMessage(content) : parsedMessage(content, context);
}

/** What parsing gives for plain words; most of what people write is nothing else. */
function plainMessage(content: string): RenderedMessage {
  return {
    html: `<p>${content}</p>`,
    plainText: content,
    notificationText: content,
    alertText: content,
    mentionedUserIds: [],
    mentionedGroupIds: [],
    refusedGroupNames: [],
    hasChannelWildcard: false,
    hasTopicWildcard: false,
    links: [],
    previewLinks: [],
    uploadPaths: [],
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    isMeMessage: false,
    isTooLarge: false,
  };
}

function parsedMessage(content: string, context: RenderContext): RenderedMessage {
  const state = new RenderState(withEarlierNames(context), true);
  const { html, tokens } = run(content, state);
  return {
    html,
    plainText: plainText(tokens),
    notificationText: plainText(tokens, { forNotification: true }),
    alertText: plainText(tokens, { forAlerts: true }),
    mentionedUserIds: [...state.mentionedUserIds],
    mentionedGroupIds: [...state.mentionedGroupIds],
    refusedGroupNames: [...state.refusedGroupNames],
    hasChannelWildcard: state.hasChannelWildcard,
    hasTopicWildcard: state.hasTopicWildcard,
    links: [...state.links],
    previewLinks: [...state.previewLinks],
    uploadPaths: [...state.uploadPaths],
    hasLink: state.links.size > 0,
    hasImage: state.hasImage,
    hasAttachment: state.uploadPaths.size > 0,
    isMeMessage: isMeMessage(content, html, context),
    isTooLarge:
      state.isTooLarge || Buffer.byteLength(html) > Math.max(maxHtmlBytes, bytesPerCharacter * content.length),
  };
}

/**
 * Renders a description of a channel, folder, group or organization (`rendered_description`), a profile field
 * (`rendered_value`) and the like: the same dialect, but names in it notify no one and pictures have no preview.
 */
export function renderDescription(content: string, context: RenderContext): string {
  return run(content, new RenderState(context, false)).html;
}

function run(content: string, state: RenderState): { html: string; tokens: ReturnType<typeof pipeline.parse> } {
  const environment = environmentOf(state);
  const tokens = pipeline.parse(content, environment);
  return { html: pipeline.renderer.render(tokens, pipeline.options, environment).trimEnd(), tokens };
}

/** `/me` speaks of the sender in one paragraph; anything more is an ordinary message that happens to begin so. */
function isMeMessage(content: string, html: string, context: RenderContext): boolean {
  return (
    context.isMeAllowed !== false &&
    content.startsWith(ME) &&
    html.startsWith('<p>') &&
    html.indexOf('</p>') === html.length - 4
  );
}
