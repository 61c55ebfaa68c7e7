/** Build events of GitLab: pipelines, deployments, feature flags, and access tokens that expire. */
import { z } from 'zod';
import { project, user, who } from './gitlab-parts.ts';
import { code, entryOf, link, maybeText, plain, word, type Post } from './integration.ts';

const pipeline = z.object({
  project,
  object_attributes: z.object({
    id: z.number(),
    ref: maybeText,
    status: word,
    duration: z.number().nullish(),
    url: maybeText,
  }),
  builds: z
    .array(z.object({ name: maybeText, status: maybeText, allow_failure: z.boolean().nullish() }))
    .max(5000)
    .nullish()
    .catch(null),
});

/** @returns null while the pipeline runs */
export function pipelineEnded(payload: unknown): Post | null {
  const { project: of, object_attributes: one, builds } = pipeline.parse(payload);
  if (!['success', 'failed', 'canceled'].includes(one.status)) return null;
  const mark = one.status === 'success' ? '✅' : '❌';
  const address = one.url || `${of.web_url}/-/pipelines/${one.id}`;
  const took = one.duration ? ` after ${one.duration} s` : '';
  const failed = (builds ?? []).filter(({ status, allow_failure: may }) => status === 'failed' && may !== true);
  const names = failed.slice(0, 10).map(({ name }) => code(name));
  const more = failed.length > names.length ? ` and ${failed.length - names.length} more` : '';
  const jobs = names.length === 0 ? '' : ` (failed: ${names.join(', ')}${more})`;
  return {
    topic: `${of.name} / ${one.ref}`,
    content: `${mark} ${link(`Pipeline #${one.id}`, address)} on ${code(one.ref)}: ${one.status}${took}${jobs}.`,
  };
}

const deployment = z.object({
  status: z.string(),
  environment: maybeText,
  environment_external_url: maybeText,
  deployable_url: maybeText,
  ref: maybeText,
  user: user.nullish(),
  project,
  approver: user.nullish(),
  approval: z.object({ comment: maybeText }).nullish().catch(null),
});

/** What becomes of a deployment, and its mark. */
const outcomes: Readonly<Record<string, string>> = {
  success: '✅ success',
  failed: '❌ failed',
  canceled: '❌ canceled',
  blocked: '⏳ waits for approval',
  approved: '✅ approved',
  rejected: '❌ rejected',
};

/** @returns null while the deployment is made or runs */
export function deployed(payload: unknown): Post | null {
  const { status, environment, ref, user: by, project: of, approver, approval, ...urls } = deployment.parse(payload);
  const [mark, outcome] = entryOf(outcomes, status)?.split(/ (.*)/, 2) ?? [];
  if (mark === undefined || outcome === undefined) return null;
  const to = link(`Deployment to ${environment}`, urls.environment_external_url || urls.deployable_url);
  const what = `${ref === '' ? '' : ` of ${code(ref)}`}${by ? ` by ${who(by)}` : ''}`;
  const judge = approver ? ` by ${who(approver)}` : '';
  const words = approval?.comment ? ` (${plain(approval.comment)})` : '';
  return { topic: of.name, content: `${mark} ${to}${what}: ${outcome}${judge}${words}.` };
}

const flag = z.object({ user, project, object_attributes: z.object({ name: z.string(), active: z.boolean() }) });

export function flagSwitched(payload: unknown): Post {
  const { user: by, project: of, object_attributes: one } = flag.parse(payload);
  return {
    topic: of.name,
    content: `${who(by)} turned the feature flag ${code(one.name)} ${one.active ? 'on' : 'off'}.`,
  };
}

/** Of a project or of a group. */
const token = z.object({
  object_attributes: z.object({ name: z.string(), expires_at: maybeText }),
  project: project.nullish(),
  group: z.object({ group_name: maybeText }).nullish(),
});

export function tokenExpires(payload: unknown): Post {
  const { object_attributes: one, project: of, group } = token.parse(payload);
  const topic = of?.name || group?.group_name || 'GitLab';
  const on = one.expires_at === '' ? 'soon' : `on ${plain(one.expires_at)}`;
  return { topic, content: `⚠️ The access token **${plain(one.name)}** of ${plain(topic)} expires ${on}.` };
}
