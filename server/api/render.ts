/** Rendering Markdown without sending it, for previews. */
import { renderContent, validContent } from '../domain/messages/compose.ts';
import { markdownContext } from '../domain/messages/markdown-context.ts';
import { text } from '../http/params.ts';
import { endpoint } from './endpoint.ts';
import type { Subject } from './subjects.ts';

export const subject: Subject = 'Messages';

export const renderMessage = endpoint({
  method: 'POST',
  path: '/messages/render',
  access: 'authenticated',
  summary: 'Render Markdown as a message would be.',
  params: { content: text({ keepSpace: true }).describe('Bounded by max_message_length.') },
  run: ({ read, params: p }) =>
    read((viewing) => ({ rendered: renderContent(validContent(viewing, p.content), markdownContext(viewing)).html })),
});
