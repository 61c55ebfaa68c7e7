/** Alerts of Prometheus' Alertmanager, and of Grafana, which sends them alike (and, of old, one rule at a time). */
import { z } from 'zod';
import {
  firstOf,
  itemText,
  link,
  maybeText,
  oneLine,
  plain,
  plainItem,
  quiet,
  word,
  type Integration,
  type Post,
} from './integration.ts';

const labels = z.record(z.string(), maybeText).nullish();
const alert = z.object({
  /** Missing where Grafana takes it from the group. */
  status: z.string().optional(),
  labels,
  annotations: labels,
  generatorURL: maybeText,
  dashboardURL: maybeText,
  panelURL: maybeText,
  silenceURL: maybeText,
  /** Of the queries of Grafana's rule, by their letters. */
  values: z.record(z.string(), maybeText).nullish().catch(null),
});
const group = z.object({
  status: z.string(),
  receiver: maybeText,
  externalURL: maybeText,
  title: maybeText,
  groupLabels: labels,
  commonLabels: labels,
  /** Null or empty in what some senders make of a test, or of a group that is left out. */
  alerts: z.array(alert).max(5000).nullable(),
  message: maybeText,
  /** How many Alertmanager left out. */
  truncatedAlerts: z.number().int().nonnegative().max(1e9).nullish(),
});
type Alert = z.infer<typeof alert>;

const oldRule = z.object({
  ruleName: z.string(),
  title: maybeText,
  state: z.string(),
  ruleUrl: maybeText,
  message: maybeText,
  evalMatches: z
    .array(z.object({ metric: maybeText, value: maybeText }))
    .max(1000)
    .nullish(),
});

const mark = (status: string): string => (['resolved', 'ok'].includes(status) ? '✅' : '⚠️');

/** Whole numbers as they are, others with six digits. */
const shortNumber = (text: string): string =>
  /\.\d{6}/.test(text) && Number.isFinite(Number(text)) ? String(Number(Number(text).toPrecision(6))) : text;

function line(
  { status, labels: own, annotations, values, ...urls }: Alert & { status: string },
  shared: string,
): string {
  const name = own?.['alertname'] || shared;
  const place = [own?.['instance'], own?.['job']].filter((part) => part !== undefined && part !== '').join(', ');
  const said = ['summary', 'description', 'message'].map((key) => itemText(annotations?.[key] ?? ''));
  const parts = [...new Set(said)].filter((part) => part !== '');
  // A text of several lines begins on its own line.
  const words = parts.some((part) => part.includes('\n'))
    ? `\n  ${parts.join('\n  ')}`
    : ` ${parts.join('; ')}`.trimEnd();
  const measured = Object.entries(values ?? {}).slice(0, 10);
  const numbers = measured.map(([key, value]) => `${plain(key)} = ${plain(shortNumber(value))}`).join(', ');
  const severity = own?.['severity'] ? `, ${plain(own['severity'])}` : '';
  const where = link(name, urls.panelURL || urls.dashboardURL || urls.generatorURL);
  const silence = urls.silenceURL === '' ? '' : ` (${link('silence', urls.silenceURL)})`;
  return `- ${mark(status)} **${where}** ${plain(status)}${severity}${place === '' ? '' : ` on ${plain(place)}`}${words === '' ? '' : `:${words}`}${numbers === '' ? '' : ` (${numbers})`}${silence}`;
}

function groupOf(payload: unknown): Post {
  const one = group.parse(payload);
  const alerts = (one.alerts ?? []).map((each) => ({ ...each, status: each.status ?? one.status }));
  const names = new Set(alerts.map((each) => each.labels?.['alertname'] ?? ''));
  const [shared = ''] = names.size === 1 ? names : [];
  const name = one.groupLabels?.['alertname'] || one.commonLabels?.['alertname'] || shared || one.receiver;
  const statuses = new Set(['firing', ...alerts.map(({ status }) => status)]);
  const counts = [...statuses]
    .map((status) => ({ status, count: alerts.filter((each) => each.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${plain(status)}`);
  const topic = oneLine(name) || 'Alerts';
  if (alerts.length === 0) {
    const words = quiet(one.message.trim());
    return {
      topic,
      content: `${mark(one.status)} **${plain(topic)}**: ${plain(one.status)}${words === '' ? '' : `\n\n${words}`}`,
    };
  }
  const lines = firstOf(alerts, 20, (each) => line(each, topic), alerts.length + (one.truncatedAlerts ?? 0));
  // Alerts that say nothing of their own: what the group says of them.
  const isSilent = alerts.every((each) => Object.values({ ...each.annotations, ...each.labels }).join('') === '');
  const message = isSilent && one.message.trim() !== '' ? `\n\n${quiet(one.message.trim())}` : '';
  return { topic, content: `${mark(one.status)} **${plain(topic)}**: ${counts.join(', ')}\n\n${lines}${message}` };
}

export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  hint: 'alertmanager.yml, receivers, webhook_configs, url.',
  format: groupOf,
};

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  hint: 'Alerting, Contact points, Integration: Webhook.',
  format(payload) {
    // A payload that its administrators wrote.
    const own = z.strictObject({ text: word }).safeParse(payload);
    if (own.success) return { topic: 'Grafana', content: quiet(own.data.text) };
    const old = oldRule.safeParse(payload);
    if (!old.success) return groupOf(payload);
    const { ruleName, title, state, ruleUrl, message, evalMatches } = old.data;
    const values = (evalMatches ?? []).map(({ metric, value }) => `- ${plain(metric)}: ${plainItem(value)}`);
    const parts = [`${mark(state)} **${link(title || ruleName, ruleUrl)}**`, quiet(message), values.join('\n')];
    return { topic: oneLine(ruleName), content: parts.filter((part) => part !== '').join('\n\n') };
  },
};
