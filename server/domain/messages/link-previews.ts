/** Previews of pages that messages link to: asked for when a message is written, shown when they are there, removed by its author. */
import { decodedText } from '../../delivery/decoded-text.ts';
import { badRequest } from '../../errors.ts';
import { readPageText, type RenderedMessage } from '../../markdown/render.ts';
import type { Acting, SystemActing } from '../acting.ts';
import { linkToPages, messagesWithPage, queuePage, removePages } from '../link-previews/rows.ts';
import { findUser } from '../users/rows.ts';
import { renderContent } from './compose.ts';
import { announceRendering } from './edit-events.ts';
import { markdownContext } from './markdown-context.ts';
import { findMessage, rewriteRendered, type MessageRow } from './rows.ts';

/** So many messages with the same link get a preview that has come; older ones stay as they are. */
const shownIn = 50;

/** Has the pages of a message fetched that are not known yet; called on send and on edit. */
export function askForPreviews(acting: SystemActing, messageId: number, { previewLinks }: RenderedMessage): void {
  linkToPages(acting.tx, messageId, previewLinks);
  const waiting = previewLinks.filter((url) => queuePage(acting, url));
  if (waiting.length > 0) acting.afterDurable(() => acting.services.wake.linkPreviews());
}

/** A page was fetched: the messages that link to it show it. */
export function showPreview(acting: SystemActing, url: string): void {
  for (const id of messagesWithPage(acting.db, url, shownIn)) {
    const message = findMessage(acting.db, id);
    if (message !== undefined) renderAgain(acting, message);
  }
}

/** Removes the previews of one's own message; one without any stays as it is. @throws ApiError BAD_REQUEST for a message of someone else. */
export function removePreviews(acting: Acting, message: MessageRow): void {
  if (message.sender_id !== acting.user.id)
    throw badRequest("You don't have permission to remove the link previews of this message");
  if (removePages(acting.tx, message.id)) renderAgain(acting, message);
}

/** No edit: the text stays, and its HTML is what the renderer makes of it now. */
function renderAgain(acting: SystemActing, message: MessageRow): void {
  const { id, content, sender_id: senderId, stream_id: channelId, rendered_content: earlierHtml } = message;
  const user = findUser(acting.db, senderId);
  const place = { isDirect: channelId === null, channelId: channelId ?? undefined, messageId: id };
  const context = markdownContext({ ...acting, ...(user !== undefined && { user }) }, place);
  const { html, hasLink, hasImage } = renderContent(content, { ...context, earlierHtml });
  if (html === earlierHtml) return;
  const change = { rendered_content: html, has_link: hasLink ? 1 : 0, has_image: hasImage ? 1 : 0 };
  rewriteRendered(acting.tx, message, change);
  announceRendering(acting, { ...message, ...change });
}

interface FetchedPage {
  /** Its address, which its picture may be relative to. */
  url: string;
  /** The Content-Type header. */
  contentType: string;
  bytes: Buffer;
}

/** @returns title, description and the address of a picture; null for a page without a title. */
export const pageText = (page: FetchedPage): ReturnType<typeof readPageText> => readPageText(decoded(page), page.url);

/** In the alphabet that its header or its beginning names; in UTF-8 where that is unknown. */
function decoded({ contentType, bytes }: FetchedPage): string {
  const named =
    /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ??
    /<meta\b[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  return decodedText(bytes, named);
}
