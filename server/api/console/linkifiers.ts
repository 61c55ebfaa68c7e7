/** The live tester of the linkifier screen: what a text and a topic would become, also with a linkifier that is not saved. */
import { z } from 'zod';
import { linkifiers } from '../../domain/linkifiers/edit.ts';
import { renderContent, validContent } from '../../domain/messages/compose.ts';
import { markdownContext } from '../../domain/messages/markdown-context.ts';
import { int, text } from '../../http/params.ts';
import { compileLinkifier, LinkifierError, type CompiledLinkifier } from '../../markdown/linkify.ts';
import { renderTopicLinks } from '../../markdown/render.ts';
import type { Subject } from '../subjects.ts';
import { endpoint } from './endpoint.ts';

export const subject: Subject = 'Console: organization';

export const testLinkifier = endpoint({
  method: 'POST',
  path: '/console/linkifiers/test',
  access: 'administrator',
  summary: 'Render a text and a topic with the linkifiers as they are, or with one added or changed but not saved.',
  personal: false,
  answer: {
    problem: z.strictObject({ field: z.enum(['pattern', 'url_template']), message: z.string() }).nullable(),
    rendered: z.string(),
    topic_links: z.array(z.strictObject({ text: z.string(), url: z.string() })),
  },
  params: {
    pattern: text({ max: 10_000 }).optional().describe('Left out: only the saved ones are used.'),
    url_template: text({ max: 10_000 }).default(''),
    filter_id: int().optional().describe('The saved linkifier whose place the given one takes; left out: a new one.'),
    content: text({ keepSpace: true }).default(''),
    topic: text({ max: 1000, keepSpace: true }).default(''),
  },
  run: ({ read, params: { pattern, url_template: urlTemplate, filter_id: id, content, topic } }) =>
    read((viewing) => {
      const saved = linkifiers(viewing.db).map((each) => ({ ...each, urlTemplate: each.url_template }));
      const { tried, problem } =
        pattern === undefined ? { tried: null, problem: null } : attempt(id ?? 0, pattern, urlTemplate);
      const others = saved.map((each) => (each.id === id && tried !== null ? tried : compileLinkifier(each)));
      const used = tried === null || saved.some((each) => each.id === id) ? others : [...others, tried];
      const context = { ...markdownContext(viewing), linkifiers: used };
      return {
        problem,
        rendered: content.trim() === '' ? '' : renderContent(validContent(viewing, content), context).html,
        topic_links: renderTopicLinks(topic, used),
      };
    }),
});

type Problem = Pick<LinkifierError, 'field' | 'message'>;

function attempt(
  id: number,
  pattern: string,
  urlTemplate: string,
): { tried: CompiledLinkifier | null; problem: Problem | null } {
  try {
    return { tried: compileLinkifier({ id, pattern, urlTemplate }), problem: null };
  } catch (error) {
    if (!(error instanceof LinkifierError)) throw error;
    return { tried: null, problem: { field: error.field, message: error.message } };
  }
}
