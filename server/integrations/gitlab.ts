/** What GitLab says of projects; `object_kind` names the event. */
import { z } from 'zod';
import { code, firstOf, link, maybeText, oneLine, quoted, type Integration, type Post } from './integration.ts';

const project = z.object({ name: z.string(), web_url: maybeText });
const user = z.object({ name: maybeText, username: maybeText });
const push = z.object({
  user_name: maybeText,
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
  iid: z.number().nullish(),
  title: maybeText,
  url: maybeText,
  action: maybeText,
  description: maybeText,
  source_branch: maybeText,
  target_branch: maybeText,
});
const thing = z.object({ user, project, object_attributes: attributes });
const note = z.object({
  user,
  project,
  object_attributes: z.object({ note: z.string(), noteable_type: z.string(), url: maybeText }),
  issue: attributes.nullish(),
  merge_request: attributes.nullish(),
});
const pipeline = z.object({
  project,
  object_attributes: z.object({
    id: z.number(),
    ref: maybeText,
    status: maybeText,
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
  approved: 'approved',
  unapproved: 'took back the approval of',
};

function pushed(payload: unknown): Post {
  const one = push.parse(payload);
  const isTag = one.ref.startsWith('refs/tags/');
  const name = one.ref.replace(/^refs\/(heads|tags)\//, '');
  const kind = isTag ? 'tag' : 'branch';
  const topic = `${one.project.name} / ${name}`;
  const by = `**${oneLine(one.user_name)}**`;
  if (/^0+$/.test(one.after)) return { topic, content: `${by} deleted the ${kind} ${code(name)}.` };
  const commits = one.commits ?? [];
  const count = one.total_commits_count ?? commits.length;
  if (isTag || commits.length === 0) return { topic, content: `${by} pushed the ${kind} ${code(name)}.` };
  const compare = `${one.project.web_url}/-/compare/${one.before}...${one.after}`;
  const words = link(`${count} ${count === 1 ? 'commit' : 'commits'}`, compare);
  const lines = firstOf(commits, 20, ({ id, message, url }) => `- ${oneLine(message)} (${link(id.slice(0, 8), url)})`);
  return { topic, content: `${by} pushed ${words} to ${code(name)}:\n\n${lines}` };
}

function changed(payload: unknown, kind: 'issue' | 'merge request', sign: '#' | '!'): Post | null {
  const { user: by, project: of, object_attributes: one } = thing.parse(payload);
  const verb = done[one.action];
  if (verb === undefined) return null;
  const number = `${sign}${one.iid ?? ''}`;
  const way =
    one.action === 'open' && one.source_branch !== ''
      ? ` (${code(one.source_branch)} into ${code(one.target_branch)})`
      : '';
  const words = one.action === 'open' ? quoted(one.description) : '';
  return {
    topic: `${of.name} / ${number} ${oneLine(one.title)}`,
    content: `${who(by)} ${verb} ${link(`${kind} ${number} ${one.title}`, one.url)}${way}.${words}`,
  };
}

function noted(payload: unknown): Post {
  const { user: by, project: of, object_attributes: one, issue, merge_request: request } = note.parse(payload);
  const about = issue ?? request;
  const sign = request ? '!' : '#';
  const what = about ? `${sign}${about.iid ?? ''} ${oneLine(about.title)}` : `a ${one.noteable_type.toLowerCase()}`;
  return {
    topic: about ? `${of.name} / ${what}` : of.name,
    content: `${who(by)} ${link('commented', one.url)} on ${what}:${quoted(one.note)}`,
  };
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

const kind = z.object({ object_kind: z.string() });

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  hint: 'Settings of the project, Webhooks. Pushes, tags, issues, comments, merge requests and pipelines that end are told.',
  format(payload) {
    switch (kind.parse(payload).object_kind) {
      case 'push':
      case 'tag_push':
        return pushed(payload);
      case 'issue':
        return changed(payload, 'issue', '#');
      case 'merge_request':
        return changed(payload, 'merge request', '!');
      case 'note':
        return noted(payload);
      case 'pipeline':
        return ran(payload);
      default:
        return null;
    }
  },
};
