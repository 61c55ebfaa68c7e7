/** Every service that can post on its own, in the order in which it is offered. */
import { alertmanager, grafana } from './alerts.ts';
import { gitea, github } from './forge.ts';
import { gitlab } from './gitlab.ts';
import type { Integration } from './integration.ts';
import { jenkins } from './jenkins.ts';
import { jira } from './jira.ts';
import { json } from './json.ts';
import { sentry } from './sentry.ts';
import { slack } from './slack.ts';
import { uptimeKuma } from './uptime-kuma.ts';

export const integrations: readonly Integration[] = [
  json,
  slack,
  github,
  gitlab,
  gitea,
  grafana,
  alertmanager,
  jenkins,
  jira,
  sentry,
  uptimeKuma,
];
