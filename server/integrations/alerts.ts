/** Alerts of Prometheus' Alertmanager, and of Grafana, which sends them alike (and, of old, one rule at a time). */
import { z } from 'zod';
import { firstOf, link, maybeText, oneLine, quiet, type Integration, type Post } from './integration.ts';

const labels = z.record(z.string(), maybeText).nullish();
const alert = z.object({
  status: z.string(),
  labels,
  annotations: labels,
  generatorURL: maybeText,
  dashboardURL: maybeText,
  panelURL: maybeText,
  silenceURL: maybeText,
});
const group = z.object({
  status: z.string(),
  receiver: maybeText,
  externalURL: maybeText,
  title: maybeText,
  groupLabels: labels,
  commonLabels: labels,
  alerts: z.array(alert).max(5000),
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

function line({ status, labels: own, annotations, ...urls }: Alert): string {
  const name = own?.['alertname'] ?? 'Alert';
  const place = [own?.['instance'], own?.['job']].filter((part) => part !== undefined && part !== '').join(', ');
  const words = annotations?.['summary'] || annotations?.['description'] || annotations?.['message'] || '';
  const severity = own?.['severity'] ? `, ${oneLine(own['severity'])}` : '';
  const where = link(name, urls.panelURL || urls.dashboardURL || urls.generatorURL);
  const silence = urls.silenceURL === '' ? '' : ` (${link('silence', urls.silenceURL)})`;
  return `- ${mark(status)} **${where}** ${status}${severity}${place === '' ? '' : ` on ${oneLine(place)}`}${words === '' ? '' : `: ${oneLine(words)}`}${silence}`;
}

function groupOf(payload: unknown): Post {
  const one = group.parse(payload);
  const names = new Set(one.alerts.map((each) => each.labels?.['alertname'] ?? ''));
  const [shared = ''] = names.size === 1 ? names : [];
  const name = one.groupLabels?.['alertname'] || one.commonLabels?.['alertname'] || shared || one.receiver;
  const firing = one.alerts.filter(({ status }) => status === 'firing').length;
  const counts = [
    ...(firing > 0 ? [`${firing} firing`] : []),
    ...(one.alerts.length > firing ? [`${one.alerts.length - firing} resolved`] : []),
  ];
  return {
    topic: oneLine(name) || 'Alerts',
    content: `${mark(one.status)} **${oneLine(name) || 'Alerts'}**: ${counts.join(', ')}\n\n${firstOf(one.alerts, 20, line)}`,
  };
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
    const old = oldRule.safeParse(payload);
    if (!old.success) return groupOf(payload);
    const { ruleName, title, state, ruleUrl, message, evalMatches } = old.data;
    const values = (evalMatches ?? []).map(({ metric, value }) => `- ${oneLine(metric)}: ${oneLine(value)}`);
    const parts = [`${mark(state)} **${link(title || ruleName, ruleUrl)}**`, quiet(message), values.join('\n')];
    return { topic: oneLine(ruleName), content: parts.filter((part) => part !== '').join('\n\n') };
  },
};
