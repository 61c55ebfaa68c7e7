/** Errors that Sentry reports: alerts and issues of an internal integration, and the older plugin for webhooks. */
import { z } from 'zod';
import {
  code,
  headerOf,
  incomplete,
  link,
  maybeText,
  oneLine,
  plain,
  plainItem,
  word,
  type Integration,
  type Post,
} from './integration.ts';

const event = z.object({
  title: maybeText,
  message: maybeText,
  web_url: maybeText,
  issue_url: maybeText,
  culprit: maybeText,
  level: maybeText,
});
const alerted = z.object({
  // The event of an alert rule, or of the resource "error".
  data: z.union([
    z.object({ event, triggered_rule: maybeText }),
    z.object({ error: event, triggered_rule: maybeText }),
  ]),
});
const metric = z.object({
  action: word,
  data: z.object({
    metric_alert: z.object({}),
    description_title: z.string(),
    description_text: maybeText,
    web_url: maybeText,
  }),
});
const issue = z.object({
  action: word,
  data: z.object({
    issue: z.object({
      shortId: maybeText,
      title: z.string(),
      culprit: maybeText,
      level: maybeText,
      assignedTo: z.object({ name: maybeText }).nullish(),
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
  event: z.object({ title: maybeText, logentry: z.object({ formatted: maybeText }).nullish() }).nullish(),
});

/** Of the header that names what a call is about: those that are posted. */
const messageResources: ReadonlySet<string> = new Set(['event_alert', 'error', 'metric_alert', 'issue']);

const where = (culprit: string): string => (culprit === '' ? '' : `\n\nin ${code(culprit)}`);
const level = (name: string): string => (name === '' ? '' : `${plain(name)}: `);

function ofIssue(payload: unknown): Post {
  const { action, data, actor } = issue.parse(payload);
  const { shortId, title, culprit, level: name, project, assignedTo, ...urls } = data.issue;
  const by = actor?.type === 'user' && actor.name !== '' ? ` by **${plain(actor.name)}**` : '';
  const mark = action === 'resolved' ? '✅' : '⚠️';
  const to = action === 'assigned' && assignedTo?.name ? ` to **${plain(assignedTo.name)}**` : '';
  const shown = link(shortId === '' ? title : `${shortId} ${title}`, urls.permalink || urls.web_url);
  return {
    topic: oneLine(project?.name || project?.slug || 'Sentry'),
    content: `${mark} ${level(name)}**${shown}** was ${plain(action.replaceAll('_', ' '))}${to}${by}.${action === 'created' ? where(culprit) : ''}`,
  };
}

/** A metric alert: its actions are "critical", "warning" and "resolved". */
function ofMetric({ action, data }: z.infer<typeof metric>): Post {
  const { description_title: title, description_text: text, web_url: url } = data;
  const words = text === '' ? '' : `: ${plainItem(text)}`;
  return { topic: oneLine(title), content: `${action === 'resolved' ? '✅' : '⚠️'} **${link(title, url)}**${words}` };
}

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  hint: 'Settings, Developer Settings, an internal integration with this address as its webhook; alert rules, metric alerts, errors and issues are posted.',
  format(payload, headers) {
    const alert = alerted.safeParse(payload);
    if (alert.success) {
      const { triggered_rule: rule, ...of } = alert.data.data;
      const one = 'event' in of ? of.event : of.error;
      const title = one.title || one.message;
      if (title.trim() === '') throw incomplete('data', 'event' in of ? 'event' : 'error', 'title');
      const why = rule === '' ? '' : ` (rule ${plain(rule)})`;
      return {
        topic: oneLine(title),
        content: `⚠️ ${level(one.level)}**${link(title, one.web_url || one.issue_url)}**${why}${where(one.culprit)}`,
      };
    }
    const measured = metric.safeParse(payload);
    if (measured.success) return ofMetric(measured.data);
    if (issue.safeParse(payload).success) return ofIssue(payload);
    const one = plugin.parse(payload);
    const title = one.event?.title || one.message || (one.event?.logentry?.formatted ?? '');
    // Of comments, installations and the like people are not notified.
    const resource = headerOf(headers, 'sentry-hook-resource');
    if (title === '' && resource !== '' && !messageResources.has(resource)) return null;
    if (title === '') throw incomplete('data');
    return {
      topic: oneLine(one.project_name || one.project || 'Sentry'),
      content: `⚠️ ${level(one.level)}**${link(title, one.url)}**${where(one.culprit)}`,
    };
  },
};
