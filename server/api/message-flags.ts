/** Personal flags of messages: by ids, and over a range of a narrow (contract: update-message-flags-for-narrow). */
import { z } from 'zod';
import { markMany } from '../domain/messages/flags/mark-much.ts';
import { markRange, rangeToMark, settableFlag } from '../domain/messages/flags/mark.ts';
import { readNarrow } from '../domain/messages/narrow.ts';
import { parseAnchor } from '../domain/messages/reading/range-query.ts';
import { bool, int, json, listOf, oneOf, text } from '../http/params.ts';
import { narrowSchema } from '../narrow/parse.ts';
import { endpoint } from './endpoint.ts';
import { noteSearchIndex } from './search-index-header.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

const op = oneOf(['add', 'remove']).envelope();
const flag = text().describe('read, starred or collapsed.').envelope();

export const updateFlags = endpoint({
  method: 'POST',
  path: '/messages/flags',
  access: 'authenticated',
  summary: 'Add or remove a flag on some messages.',
  params: { messages: listOf(z.int(), { max: 10_000 }).describe('Message ids.').envelope(), op, flag },
  async run(call) {
    const { op: change, flag: named, messages } = call.params;
    const name = settableFlag(named);
    const { processed, ignoredChannelIds } = await markMany(call, change, name, messages);
    const isUnread = name === 'read' && change === 'remove';
    return { messages: processed, ...(isUnread && { ignored_because_not_subscribed_channels: ignoredChannelIds }) };
  },
});

export const updateFlagsNarrow = endpoint({
  method: 'POST',
  path: '/messages/flags/narrow',
  access: 'authenticated',
  summary: 'Add or remove a flag on a range of messages in a narrow.',
  params: {
    anchor: text().describe('Message id, or newest, oldest, first_unread.').envelope(),
    include_anchor: bool().default(true).envelope(),
    num_before: int({ min: 0 }).describe('Messages before the anchor; the server may lower it.').envelope(),
    num_after: int({ min: 0 }).describe('Messages after the anchor; the server may lower it.').envelope(),
    narrow: json(narrowSchema).describe('Filters, as objects or as pairs.'),
    op,
    flag,
  },
  run: ({ readThenWrite, request, params: p }) => {
    const range = {
      anchor: parseAnchor(p.anchor),
      includeAnchor: p.include_anchor,
      numBefore: p.num_before,
      numAfter: p.num_after,
    };
    const name = settableFlag(p.flag);
    return readThenWrite(
      (viewing) => {
        const { filters } = readNarrow(viewing, p.narrow);
        noteSearchIndex(request, viewing.db, filters);
        return rangeToMark(viewing, filters, range);
      },
      (acting, found) => markRange(acting, p.op, name, found),
    );
  },
});
