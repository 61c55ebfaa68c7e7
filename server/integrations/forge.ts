/** GitHub and Gitea webhooks, which share a format: events by its own header. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { buildFormatters } from './forge-builds.ts';
import {
  acted,
  common,
  counted,
  did,
  issueUrl,
  numbered,
  people,
  refName,
  topicOf,
  who,
  type Formatters,
} from './forge-parts.ts';
import { repositoryFormatters } from './forge-repository.ts';
import { talkFormatters } from './forge-talk.ts';
import {
  code,
  entryOf,
  firstOf,
  headerOf,
  incomplete,
  inForm,
  link,
  maybeText,
  oneLine,
  plain,
  quoted,
  type Integration,
  type Post,
} from './integration.ts';

const commit = z.object({ id: z.string(), message: z.string(), url: maybeText });
const push = common.extend({
  ref: z.string(),
  after: maybeText,
  compare: maybeText,
  compare_url: maybeText,
  deleted: z.boolean().optional(),
  forced: z.boolean().optional(),
  total_commits: z.number().nullish(),
  commits: z.array(commit).max(5000).nullish(),
});
const branch = common.extend({ ref: z.string(), ref_type: z.string() });
const elsewhere = z.object({ full_name: maybeText }).nullish();
const issue = acted.extend({
  issue: numbered,
  assignee: people.nullish(),
  changes: z
    .object({
      new_issue: z.object({ number: z.number(), html_url: maybeText }).nullish(),
      new_repository: elsewhere,
      old_issue: z.object({ number: z.number(), html_url: maybeText }).nullish(),
      old_repository: elsewhere,
    })
    .nullish()
    .catch(null),
});
const pull = acted.extend({
  pull_request: numbered.extend({
    merged: z.boolean().nullish(),
    head: z.object({ ref: z.string() }).nullish(),
    base: z.object({ ref: z.string() }).nullish(),
  }),
  assignee: people.nullish(),
  requested_reviewer: people.nullish(),
  requested_team: z.object({ name: maybeText }).nullish(),
});
const release = acted.extend({
  release: z.object({ tag_name: z.string(), name: maybeText, html_url: maybeText, body: maybeText }),
});

/** What is done to an issue or a pull request, as a person says it; everything else is a trifle that no one is informed of. */
const done: Record<string, string> = {
  opened: 'opened',
  closed: 'closed',
  merged: 'merged',
  reopened: 'reopened',
  deleted: 'deleted',
  transferred: 'transferred',
  ready_for_review: 'finished the draft of',
  converted_to_draft: 'made a draft of',
};

/** Where an issue went, or where it came from. */
function transfer(changes: z.infer<typeof issue>['changes']): string {
  const [word, to, repository] = changes?.new_issue
    ? ['to', changes.new_issue, changes.new_repository]
    : ['from', changes?.old_issue, changes?.old_repository];
  if (to === null || to === undefined) return '';
  return ` ${word} ${link(`${repository?.full_name ?? ''}#${to.number}`, to.html_url)}`;
}

/** For whom it is done, in the same form. */
function handed(action: string, person: z.infer<typeof people> | null | undefined, team = ''): string | undefined {
  if (action !== 'assigned' && action !== 'review_requested') return undefined;
  const name = plain(person?.login || person?.username || team);
  if (name === '') throw incomplete(action === 'assigned' ? 'assignee' : 'requested_reviewer', 'login');
  return action === 'assigned' ? `assigned **${name}** to` : `asked **${name}** to review`;
}

const formatters: Formatters = {
  ...talkFormatters,
  ...buildFormatters,
  ...repositoryFormatters,
  ping: (payload) => {
    const ping = common.partial().extend({ organization: people.nullish() }).parse(payload);
    const organization = oneLine(ping.organization?.login || ping.organization?.username || '');
    const name = ping.repository?.full_name || organization || 'this organization';
    const topic = ping.repository?.name ?? (organization || undefined);
    return { topic, content: `Calls of ${plain(name)} arrive here.` };
  },
  push: (payload) => {
    const one = push.parse(payload);
    // GitHub's queue of merges makes branches of its own, and deletes them.
    if (one.ref.startsWith('refs/heads/gh-readonly-queue/')) return null;
    const name = refName(one.ref);
    const kind = one.ref.startsWith('refs/tags/') ? 'tag' : 'branch';
    const topic = `${one.repository.name} / ${name}`;
    if (one.deleted === true || /^0+$/.test(one.after))
      return { topic, content: `${who(one)} deleted the ${kind} ${code(name)}.` };
    const commits = one.commits ?? [];
    const verb = one.forced === true ? 'force-pushed' : 'pushed';
    if (commits.length === 0) return { topic, content: `${who(one)} ${verb} the ${kind} ${code(name)}.` };
    const all = Math.max(one.total_commits ?? 0, commits.length);
    const words = link(counted(all, 'commit'), one.compare || one.compare_url);
    const lines = firstOf(
      commits,
      20,
      ({ id, message, url }) => `- ${plain(message)} (${link(id.slice(0, 7), url)})`,
      all,
    );
    return { topic, content: `${who(one)} ${verb} ${words} to ${code(name)}:\n\n${lines}` };
  },
  create: (payload) => {
    const one = branch.parse(payload);
    return { content: `${who(one)} created the ${did(one.ref_type)} ${code(refName(one.ref))}.` };
  },
  delete: (payload) => {
    const one = branch.parse(payload);
    return { content: `${who(one)} deleted the ${did(one.ref_type)} ${code(refName(one.ref))}.` };
  },
  issues: (payload) => {
    const one = issue.parse(payload);
    const { number, title, body, assignee } = one.issue;
    const verb = entryOf(done, one.action) ?? handed(one.action, one.assignee ?? assignee);
    if (verb === undefined) return null;
    const named = link(`issue #${number} ${title}`, issueUrl(one, one.issue));
    return {
      topic: topicOf(one, one.issue),
      content: `${who(one)} ${verb} ${named}${transfer(one.changes)}.${one.action === 'opened' ? quoted(body) : ''}`,
    };
  },
  pull_request: (payload) => {
    const one = pull.parse(payload);
    const { number, title, html_url: url, body, merged, head, base, assignee } = one.pull_request;
    const action = one.action === 'closed' && merged === true ? 'merged' : one.action;
    const receiver = action === 'assigned' ? (one.assignee ?? assignee) : one.requested_reviewer;
    const verb = entryOf(done, action) ?? handed(action, receiver, one.requested_team?.name);
    if (verb === undefined) return null;
    const isNew = action === 'opened';
    const way = isNew && head && base ? ` (${code(head.ref)} into ${code(base.ref)})` : '';
    return {
      topic: topicOf(one, one.pull_request),
      content: `${who(one)} ${verb} ${link(`pull request #${number} ${title}`, url)}${way}.${isNew ? quoted(body) : ''}`,
    };
  },
  release: (payload) => {
    const one = release.parse(payload);
    if (one.action !== 'published') return null;
    const { tag_name: tag, name, html_url: url, body } = one.release;
    return { content: `${who(one)} published ${link(name || tag, url)}.${quoted(body)}` };
  },
};

/** @param event of the header. Gitea has one for each verdict of a review, and one name for a comment and a review without a verdict. */
function formatterOf(event: string, payload: unknown): Formatters[string] | undefined {
  if (event === 'pull_request_comment')
    return formatters[
      z.object({ review: z.object({}) }).safeParse(payload).success ? 'pull_request_review' : 'issue_comment'
    ];
  return entryOf(
    formatters,
    /^pull_request_(review_)?(approved|rejected)$/.test(event) ? 'pull_request_review' : event,
  );
}

function format(header: string) {
  return (sent: unknown, headers: IncomingHttpHeaders): Post | null => {
    const payload = inForm(sent, 'payload');
    const event = headerOf(headers, header);
    if (event === '') throw incomplete(`header ${header}`);
    const made = formatterOf(event, payload)?.(payload);
    if (made === undefined || made === null) return null;
    const repository = common.partial().parse(payload).repository?.name;
    return { topic: made.topic ?? repository ?? 'Repositories', content: made.content };
  };
}

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  hint: 'Settings of the repository, Webhooks, Add webhook. Pushes, branches, tags, issues, pull requests, reviews, comments, discussions, releases, deployments, workflows, checks, wiki pages and security alerts are posted.',
  format: format('x-github-event'),
};

export const gitea: Integration = {
  name: 'gitea',
  displayName: 'Gitea and Forgejo',
  hint: 'Settings of the repository, Webhooks, Add webhook, Gitea. Pushes, branches, tags, issues, pull requests, reviews, comments, releases and workflows are posted.',
  format: format('x-gitea-event'),
};
