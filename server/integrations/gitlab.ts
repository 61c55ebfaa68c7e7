/** GitLab webhooks of projects; `object_kind` names the event. */
import { z } from 'zod';
import { article } from '../errors.ts';
import { deployed, flagSwitched, pipelineEnded, tokenExpires } from './gitlab-builds.ts';
import { project, user, who } from './gitlab-parts.ts';
import {
  code,
  entryOf,
  firstOf,
  incomplete,
  link,
  maybeText,
  oneLine,
  plain,
  plainItem,
  quoted,
  word,
  type Integration,
  type Post,
} from './integration.ts';

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
  title: maybeText.transform(oneLine),
  url: maybeText,
  /** Missing in what GitLab sends as a test. */
  action: z.string().nullish(),
  description: maybeText,
  source_branch: maybeText,
  target_branch: maybeText,
});
const people = z.array(user).max(1000).nullish();
const listChange = z.object({ previous: people, current: people }).nullish();
const changes = z
  .object({
    draft: z.object({ previous: z.boolean().nullish(), current: z.boolean().nullish() }).nullish(),
    assignees: listChange,
    reviewers: listChange,
  })
  .nullish();
/** An epic is a group's, and has no project. */
const thing = z.object({ user, project: project.nullish(), object_attributes: attributes, changes });
const note = z.object({
  user,
  project,
  object_attributes: z.object({ note: z.string(), noteable_type: z.string(), url: maybeText }),
  commit: z.object({ id: maybeText, title: maybeText, message: maybeText }).nullish(),
  snippet: z.object({ title: maybeText }).nullish(),
  issue: attributes.nullish(),
  merge_request: attributes.nullish(),
});
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
    ({ id, message, url }) => `- ${plain(message)} (${link(id.slice(0, 8), url)})`,
    count,
  );
  return { topic, content: `${by} pushed ${words} to ${code(name)}:\n\n${lines}` };
}

function changed(payload: unknown, sign: '#' | '!'): Post | null {
  const { user: by, project: of, object_attributes: one, changes: parts } = thing.parse(payload);
  const kind = sign === '!' ? 'merge request' : nounOf(one.type);
  const verb = one.action ? (entryOf(done, one.action) ?? updateOf(one.action, parts)) : 'updated';
  if (verb === undefined) return null;
  const title = [numberOf(one, sign), one.title].filter((part) => part !== '').join(' ');
  const way =
    one.action === 'open' && one.source_branch !== ''
      ? ` (${code(one.source_branch)} into ${code(one.target_branch)})`
      : '';
  const words = one.action === 'open' ? quoted(one.description) : '';
  return {
    topic: `${of?.name ?? 'GitLab'} / ${oneLine(title) || kind}`,
    content: `${who(by)} ${verb} ${link(`${kind} ${title}`, one.url)}${way}.${words}`,
  };
}

const numberOf = ({ iid }: z.infer<typeof attributes>, sign: string): string => (iid == null ? '' : `${sign}${iid}`);

/** Updates that are posted: that a draft is finished, and who is asked. No other is. */
function updateOf(action: string, parts: z.infer<typeof changes>): string | undefined {
  if (action !== 'update' || !parts) return undefined;
  if (parts.draft?.previous === true && parts.draft.current === false) return 'finished the draft of';
  if (parts.draft?.previous === false && parts.draft.current === true) return 'made a draft of';
  const reviewers = added(parts.reviewers);
  if (reviewers !== '') return `asked ${reviewers} to review`;
  const assignees = added(parts.assignees);
  return assignees === '' ? undefined : `assigned ${assignees} to`;
}

/** @returns the names of those who are in the list now, and were not; '' without any */
function added(list: z.infer<typeof listChange>): string {
  const known = new Set((list?.previous ?? []).map(({ username, name }) => username || name));
  const named = (list?.current ?? []).filter(({ username, name }) => !known.has(username || name)).map(who);
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}`;
}

/** "TestCase" as a person says it. */
const nounOf = (type: string): string =>
  type === '' ? 'issue' : plain(type.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase();

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
  const title = about ? `${numberOf(about, sign)} ${about.title}`.trim() : '';
  const what = about
    ? plain(title)
    : `${article(nounOf(one.noteable_type))} ${nounOf(one.noteable_type)}${namedAs(others)}`;
  return {
    topic: about ? `${of.name} / ${oneLine(title)}` : of.name,
    content: `${who(by)} ${link('commented', one.url)} on ${what}:${quoted(one.note)}`,
  };
}

/** Of a commit or a snippet, what it is known by. */
function namedAs({ commit, snippet }: Pick<z.infer<typeof note>, 'commit' | 'snippet'>): string {
  const id = commit?.id ? ` ${code(commit.id.slice(0, 8))}` : '';
  const title = plain(commit?.title || commit?.message || snippet?.title || '');
  return `${id}${title === '' ? '' : ` (${title})`}`;
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

const wiki = z.object({
  user,
  project,
  object_attributes: z.object({ title: z.string(), url: maybeText, action: word, message: maybeText }),
});

function written(payload: unknown): Post | null {
  const { user: by, project: of, object_attributes: one } = wiki.parse(payload);
  const verb = entryOf({ create: 'wrote', update: 'changed', delete: 'deleted' }, one.action);
  if (verb === undefined) return null;
  const why = one.message === '' ? '' : `: ${plainItem(one.message)}`;
  return { topic: of.name, content: `${who(by)} ${verb} the wiki page ${link(one.title, one.url)}${why}` };
}

/** Hooks of a whole server name the same events by `event_name`. */
const kind = z.object({ object_kind: z.string().nullish(), event_name: z.string().nullish() });

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  hint: 'Settings of the project, Webhooks. Pushes, tags, issues and other work items, comments, merge requests, releases, deployments, wiki pages, feature flags, access tokens that expire and pipelines that end are posted.',
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
        return pipelineEnded(payload);
      case 'release':
        return released(payload);
      case 'deployment':
        return deployed(payload);
      case 'wiki_page':
        return written(payload);
      case 'feature_flag':
        return flagSwitched(payload);
      case 'access_token':
      case 'expiring_access_token':
        return tokenExpires(payload);
      default:
        return null;
    }
  },
};
