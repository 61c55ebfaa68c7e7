/**
 * Rendering stored messages anew after the renderer has changed: the HTML and what follows from it. Nobody is told, nothing
 * counts as edited, nobody is mentioned again.
 */
import { renderMessage } from '../../markdown/render.ts';
import type { Transaction } from '../../storage/database.ts';
import { ownOrigin, systemViewing, type ChatServices } from '../acting.ts';
import { findUser } from '../users/rows.ts';
import { markdownContext } from './markdown-context.ts';
import { rewriteRendered, type MessageRow } from './rows.ts';

/** Renders up to `limit` messages from an id on, as their authors would now; whom they name keeps being named. */
export function renderAnew(tx: Transaction, services: ChatServices, from: number, end: number, limit: number): void {
  const rows = tx.all<MessageRow>(
    'SELECT * FROM messages WHERE id >= ? AND id < ? ORDER BY id LIMIT ?',
    from,
    end,
    limit,
  );
  const viewing = systemViewing(tx, services, ownOrigin(services));
  for (const row of rows) {
    const context = markdownContext(
      { ...viewing, user: findUser(tx, row.sender_id) },
      { isDirect: row.stream_id === null, channelId: row.stream_id ?? undefined },
    );
    const rendered = renderMessage(row.content, { ...context, earlierHtml: row.rendered_content });
    // One that would grow too large to be sent today stays as it is.
    if (rendered.isTooLarge) continue;
    const { html, hasLink, hasImage } = rendered;
    const change = { rendered_content: html, has_link: hasLink ? 1 : 0, has_image: hasImage ? 1 : 0 };
    if (html !== row.rendered_content || change.has_link !== row.has_link || change.has_image !== row.has_image)
      rewriteRendered(tx, row.id, change);
  }
}
