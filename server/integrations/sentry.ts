/** Errors that Sentry tells of: alerts and issues of an internal integration, and the older plugin for webhooks. */
import { z } from 'zod';
import { code, link, maybeText, oneLine, type Integration, type Post } from './integration.ts';

const event = z.object({
  title: z.string(),
  web_url: maybeText,
  issue_url: maybeText,
  culprit: maybeText,
  level: maybeText,
});
const alerted = z.object({ data: z.object({ event, triggered_rule: maybeText }) });
const issue = z.object({
  action: z.string(),
  data: z.object({
    issue: z.object({
      shortId: maybeText,
      title: z.string(),
      culprit: maybeText,
      level: maybeText,
      permalink: maybeText,
      web_url: maybeText,
      project: z.object({ name: maybeText, slug: maybeText }).nullish(),
    }),
  }),
  actor: z.object({ type: maybeText, name: maybeText }).nullish(),
});
const plugin = z.object({
  project_name: maybeText,
  project: maybeText,
  message: maybeText,
  culprit: maybeText,
  level: maybeText,
  url: maybeText,
  event: z.object({ title: maybeText }).nullish(),
});

const where = (culprit: string): string => (culprit === '' ? '' : `\n\nin ${code(culprit)}`);
const level = (name: string): string => (name === '' ? '' : `${oneLine(name)}: `);

function ofIssue(payload: unknown): Post {
  const { action, data, actor } = issue.parse(payload);
  const { shortId, title, culprit, level: name, project, ...urls } = data.issue;
  const by = actor?.type === 'user' && actor.name !== '' ? ` by **${oneLine(actor.name)}**` : '';
  const mark = action === 'resolved' ? '✅' : '⚠️';
  const shown = link(shortId === '' ? title : `${shortId} ${title}`, urls.permalink || urls.web_url);
  return {
    topic: oneLine(project?.name || project?.slug || 'Sentry'),
    content: `${mark} ${level(name)}**${shown}** was ${action.replaceAll('_', ' ')}${by}.${action === 'created' ? where(culprit) : ''}`,
  };
}

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  hint: 'Settings, Developer Settings, an internal integration with this address as its webhook; alert rules and issues are told.',
  format(payload) {
    const alert = alerted.safeParse(payload);
    if (alert.success) {
      const { event: one, triggered_rule: rule } = alert.data.data;
      const why = rule === '' ? '' : ` (rule ${oneLine(rule)})`;
      return {
        topic: oneLine(one.title),
        content: `⚠️ ${level(one.level)}**${link(one.title, one.web_url || one.issue_url)}**${why}${where(one.culprit)}`,
      };
    }
    if (issue.safeParse(payload).success) return ofIssue(payload);
    const one = plugin.parse(payload);
    const title = one.event?.title || one.message;
    if (title === '') return null;
    return {
      topic: oneLine(one.project_name || one.project || 'Sentry'),
      content: `⚠️ ${level(one.level)}**${link(title, one.url)}**${where(one.culprit)}`,
    };
  },
};
