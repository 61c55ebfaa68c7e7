/** What GitLab says of projects; `object_kind` names the event. */
import { z } from 'zod';
import { article } from '../errors.ts';
import {
  code,
  entryOf,
  firstOf,
  incomplete,
  itemText,
  link,
  maybeText,
  oneLine,
  quoted,
  word,
  type Integration,
  type Post,
} from './integration.ts';

const project = z.object({ name: z.string(), web_url: maybeText });
const user = z.object({ name: maybeText, username: maybeText });
const push = z.object({
  user_name: maybeText,
  user_username: maybeText,
  ref: z.string(),
  before: maybeText,
  after: maybeText,
  checkout_sha: maybeText,
  project,
  commits: z
    .array(z.object({ id: z.string(), message: z.string(), url: maybeText }))
    .max(5000)
    .nullish(),
  total_commits_count: z.number().nullish(),
});
const attributes = z.object({
  /** Of an issue: "Issue", "Incident", "Task", …. */
  type: maybeText,
  iid: z.number().nullish(),
  title: maybeText,
  url: maybeText,
  /** Missing in what GitLab sends as a test. */
  action: z.string().nullish(),
  description: maybeText,
  source_branch: maybeText,
  target_branch: maybeText,
});
/** An epic is a group's, and has no project. */
const thing = z.object({ user, project: project.nullish(), object_attributes: attributes });
const note = z.object({
  user,
  project,
  object_attributes: z.object({ note: z.string(), noteable_type: z.string(), url: maybeText }),
  commit: z.object({ id: maybeText, title: maybeText, message: maybeText }).nullish(),
  snippet: z.object({ title: maybeText }).nullish(),
  issue: attributes.nullish(),
  merge_request: attributes.nullish(),
});
const pipeline = z.object({
  project,
  object_attributes: z.object({
    id: z.number(),
    ref: maybeText,
    status: word,
    duration: z.number().nullish(),
    url: maybeText,
  }),
});

const who = (one: z.infer<typeof user>): string => `**${oneLine(one.name || one.username || 'Somebody')}**`;
const done: Record<string, string> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  // One of several approvals that are needed, and the last of them.
  approval: 'approved',
  unapproval: 'took back the approval of',
  approved: 'approved',
  unapproved: 'took back the approval of',
};

function pushed(payload: unknown): Post {
  const one = push.parse(payload);
  const isTag = one.ref.startsWith('refs/tags/');
  const name = one.ref.replace(/^refs\/(heads|tags)\//, '');
  const kind = isTag ? 'tag' : 'branch';
  const topic = `${one.project.name} / ${name}`;
  const by = who({ name: one.user_name, username: one.user_username });
  if (/^0+$/.test(one.after)) return { topic, content: `${by} deleted the ${kind} ${code(name)}.` };
  const commits = one.commits ?? [];
  const count = Math.max(one.total_commits_count ?? 0, commits.length);
  if (isTag || commits.length === 0) return { topic, content: `${by} pushed the ${kind} ${code(name)}.` };
  const compare = `${one.project.web_url}/-/compare/${one.before}...${one.after}`;
  const words = link(`${count} ${count === 1 ? 'commit' : 'commits'}`, compare);
  const lines = firstOf(
    commits,
    20,
    ({ id, message, url }) => `- ${oneLine(message)} (${link(id.slice(0, 8), url)})`,
    count,
  );
  return { topic, content: `${by} pushed ${words} to ${code(name)}:\n\n${lines}` };
}

function changed(payload: unknown, sign: '#' | '!'): Post | null {
  const { user: by, project: of, object_attributes: one } = thing.parse(payload);
  const kind = sign === '!' ? 'merge request' : nounOf(one.type);
  const verb = one.action ? entryOf(done, one.action) : 'updated';
  if (verb === undefined) return null;
  const number = `${sign}${one.iid ?? ''}`;
  const way =
    one.action === 'open' && one.source_branch !== ''
      ? ` (${code(one.source_branch)} into ${code(one.target_branch)})`
      : '';
  const words = one.action === 'open' ? quoted(one.description) : '';
  return {
    topic: `${of?.name ?? 'GitLab'} / ${number} ${oneLine(one.title)}`,
    content: `${who(by)} ${verb} ${link(`${kind} ${number} ${one.title}`, one.url)}${way}.${words}`,
  };
}

/** "TestCase" as a person says it. */
const nounOf = (type: string): string =>
  type === '' ? 'issue' : oneLine(type.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase();

function noted(payload: unknown): Post {
  const {
    user: by,
    project: of,
    object_attributes: one,
    issue,
    merge_request: request,
    ...others
  } = note.parse(payload);
  const about = issue ?? request;
  const sign = request ? '!' : '#';
  const what = about
    ? `${sign}${about.iid ?? ''} ${oneLine(about.title)}`
    : `${article(nounOf(one.noteable_type))} ${nounOf(one.noteable_type)}${namedAs(others)}`;
  return {
    topic: about ? `${of.name} / ${what}` : of.name,
    content: `${who(by)} ${link('commented', one.url)} on ${what}:${quoted(one.note)}`,
  };
}

/** Of a commit or a snippet, what it is known by. */
function namedAs({ commit, snippet }: Pick<z.infer<typeof note>, 'commit' | 'snippet'>): string {
  const id = commit?.id ? ` ${code(commit.id.slice(0, 8))}` : '';
  const title = oneLine(commit?.title || commit?.message || snippet?.title || '');
  return `${id}${title === '' ? '' : ` (${title})`}`;
}

function ran(payload: unknown): Post | null {
  const { project: of, object_attributes: one } = pipeline.parse(payload);
  if (!['success', 'failed', 'canceled'].includes(one.status)) return null;
  const mark = one.status === 'success' ? '✅' : '❌';
  const address = one.url || `${of.web_url}/-/pipelines/${one.id}`;
  const took = one.duration ? ` after ${one.duration} s` : '';
  return {
    topic: `${of.name} / ${one.ref}`,
    content: `${mark} ${link(`Pipeline #${one.id}`, address)} on ${code(one.ref)}: ${one.status}${took}.`,
  };
}

const release = z.object({
  action: word,
  tag: z.string(),
  name: maybeText,
  url: maybeText,
  description: maybeText,
  project,
});

function released(payload: unknown): Post | null {
  const { action, tag, name, url, description, project: of } = release.parse(payload);
  if (action !== 'create') return null;
  return { topic: of.name, content: `${link(name || tag, url)} was published.${quoted(description)}` };
}

const deployment = z.object({
  status: z.string(),
  environment: maybeText,
  environment_external_url: maybeText,
  deployable_url: maybeText,
  ref: maybeText,
  user: user.nullish(),
  project,
});

function deployed(payload: unknown): Post | null {
  const { status, environment, ref, user: by, project: of, ...urls } = deployment.parse(payload);
  if (!['success', 'failed', 'canceled'].includes(status)) return null;
  const to = link(`Deployment to ${environment}`, urls.environment_external_url || urls.deployable_url);
  const what = `${ref === '' ? '' : ` of ${code(ref)}`}${by ? ` by ${who(by)}` : ''}`;
  return { topic: of.name, content: `${status === 'success' ? '✅' : '❌'} ${to}${what}: ${status}.` };
}

const wiki = z.object({
  user,
  project,
  object_attributes: z.object({ title: z.string(), url: maybeText, action: word, message: maybeText }),
});

function written(payload: unknown): Post | null {
  const { user: by, project: of, object_attributes: one } = wiki.parse(payload);
  const verb = entryOf({ create: 'wrote', update: 'changed', delete: 'deleted' }, one.action);
  if (verb === undefined) return null;
  const why = one.message === '' ? '' : `: ${itemText(one.message)}`;
  return { topic: of.name, content: `${who(by)} ${verb} the wiki page ${link(one.title, one.url)}${why}` };
}

/** Hooks of a whole server name the same events by `event_name`. */
const kind = z.object({ object_kind: z.string().nullish(), event_name: z.string().nullish() });

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  hint: 'Settings of the project, Webhooks. Pushes, tags, issues and other work items, comments, merge requests, releases, deployments, wiki pages and pipelines that end are told.',
  format(payload) {
    const { object_kind: ofProject, event_name: ofServer } = kind.parse(payload);
    const event = ofProject ?? ofServer;
    if (event == null) throw incomplete('object_kind');
    switch (event) {
      case 'push':
      case 'tag_push':
        return pushed(payload);
      case 'issue':
      case 'work_item':
        return changed(payload, '#');
      case 'merge_request':
        return changed(payload, '!');
      case 'note':
        return noted(payload);
      case 'pipeline':
        return ran(payload);
      case 'release':
        return released(payload);
      case 'deployment':
        return deployed(payload);
      case 'wiki_page':
        return written(payload);
      default:
        return null;
    }
  },
};
