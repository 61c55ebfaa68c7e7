/** Build events of GitHub and Gitea: workflows, checks of other services, and deployments. */
import { z } from 'zod';
import { acted, common, did, type Formatters } from './forge-parts.ts';
import { code, link, maybeText, plain } from './integration.ts';

const run = acted.extend({
  workflow: z.object({ name: maybeText }).nullish(),
  workflow_run: z.object({
    name: maybeText,
    head_branch: maybeText,
    conclusion: maybeText,
    html_url: maybeText,
    run_number: z.number().nullish(),
  }),
});
const suite = acted.extend({
  check_suite: z.object({
    head_branch: maybeText,
    head_sha: maybeText,
    conclusion: maybeText,
    app: z.object({ name: maybeText, slug: maybeText }).nullish(),
  }),
});
const status = common.extend({
  sha: maybeText,
  state: z.string(),
  context: maybeText,
  description: maybeText,
  target_url: maybeText,
  branches: z
    .array(z.object({ name: z.string() }))
    .max(100)
    .nullish(),
});
const deployment = common.extend({
  deployment_status: z.object({
    state: z.string(),
    environment: maybeText,
    description: maybeText,
    target_url: maybeText,
    log_url: maybeText,
  }),
  deployment: z.object({ ref: maybeText, environment: maybeText }),
});

const mark = (result: string): string =>
  result === 'success' ? '✅' : ['cancelled', 'skipped', 'neutral', 'stale'].includes(result) ? '⚪' : '❌';
const on = (branch: string): string => (branch === '' ? '' : ` on ${code(branch)}`);
const why = (description: string): string => (description === '' ? '' : ` (${plain(description)})`);

export const buildFormatters: Formatters = {
  workflow_run: (payload) => {
    const { action, workflow, workflow_run: one } = run.parse(payload);
    if (action !== 'completed') return null;
    const name = `${one.name || workflow?.name || 'Workflow'} #${one.run_number ?? ''}`;
    return {
      content: `${mark(one.conclusion)} ${link(name, one.html_url)}${on(one.head_branch)}: ${did(one.conclusion)}.`,
    };
  },
  check_suite: (payload) => {
    const { action, repository, check_suite: one } = suite.parse(payload);
    // GitHub's own workflows are reported on their own.
    if (action !== 'completed' || one.app?.slug === 'github-actions') return null;
    const address = repository.html_url === '' ? '' : `${repository.html_url}/commit/${one.head_sha}/checks`;
    const name = link(one.app?.name || 'Checks', address);
    return { content: `${mark(one.conclusion)} ${name}${on(one.head_branch)}: ${did(one.conclusion)}.` };
  },
  status: (payload) => {
    const one = status.parse(payload);
    if (!['success', 'failure', 'error'].includes(one.state)) return null;
    const branch = one.branches?.[0]?.name ?? one.sha.slice(0, 7);
    return {
      content: `${mark(one.state)} ${link(one.context || 'Status', one.target_url)}${on(branch)}: ${did(one.state)}${why(one.description)}.`,
    };
  },
  deployment_status: (payload) => {
    const { deployment: what, deployment_status: one } = deployment.parse(payload);
    if (!['success', 'failure', 'error'].includes(one.state)) return null;
    const to = link(`Deployment to ${one.environment || what.environment}`, one.target_url || one.log_url);
    return { content: `${mark(one.state)} ${to} of ${code(what.ref)}: ${did(one.state)}${why(one.description)}.` };
  },
};
