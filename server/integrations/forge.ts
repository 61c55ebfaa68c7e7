/** What GitHub and Gitea, which took over its form, say of repositories, each by its own header. */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import {
  code,
  firstOf,
  headerOf,
  link,
  maybeText,
  oneLine,
  quoted,
  type Integration,
  type Post,
} from './integration.ts';

const person = z.object({ login: maybeText, username: maybeText });
const common = z.object({
  action: maybeText,
  repository: z.object({ name: z.string(), full_name: z.string(), html_url: maybeText }),
  sender: person,
});
const commit = z.object({ id: z.string(), message: z.string(), url: maybeText });
const push = common.extend({
  ref: z.string(),
  after: maybeText,
  compare: maybeText,
  compare_url: maybeText,
  deleted: z.boolean().optional(),
  forced: z.boolean().optional(),
  commits: z.array(commit).max(5000),
});
const branch = common.extend({ ref: z.string(), ref_type: z.string() });
const numbered = z.object({ number: z.number(), title: z.string(), html_url: maybeText, body: maybeText });
const issue = common.extend({ issue: numbered });
const comment = z.object({ html_url: maybeText, body: maybeText });
const issueComment = issue.extend({ comment });
const pull = common.extend({
  pull_request: numbered.extend({
    merged: z.boolean().nullish(),
    head: z.object({ ref: z.string() }).nullish(),
    base: z.object({ ref: z.string() }).nullish(),
  }),
});
const review = pull.extend({
  review: z.object({ state: maybeText, type: maybeText, html_url: maybeText, body: maybeText, content: maybeText }),
});
const release = common.extend({
  release: z.object({ tag_name: z.string(), name: maybeText, html_url: maybeText, body: maybeText }),
});
const run = common.extend({
  workflow_run: z.object({
    name: maybeText,
    head_branch: maybeText,
    status: maybeText,
    conclusion: maybeText,
    html_url: maybeText,
    run_number: z.number().optional(),
  }),
});

type Common = z.infer<typeof common>;
const who = ({ sender }: Common): string => `**${oneLine(sender.login || sender.username || 'Somebody')}**`;
/** "opened", "closed" and the like, as a person says them. */
const did = (action: string): string => action.replaceAll('_', ' ');
const shortest = (id: string): string => id.slice(0, 7);
const bodyOf = (action: string, body: string): string =>
  action === 'opened' || action === 'created' ? quoted(body) : '';

const formatters: Record<string, (payload: unknown) => (Omit<Post, 'topic'> & { topic?: string | undefined }) | null> =
  {
    ping: (payload) => {
      const ping = common.partial().parse(payload);
      return { content: `Calls of ${oneLine(ping.repository?.full_name ?? 'this organization')} arrive here.` };
    },
    push: (payload) => {
      const one = push.parse(payload);
      const name = one.ref.replace(/^refs\/(heads|tags)\//, '');
      const kind = one.ref.startsWith('refs/tags/') ? 'tag' : 'branch';
      const topic = `${one.repository.name} / ${name}`;
      if (one.deleted === true || /^0+$/.test(one.after))
        return { topic, content: `${who(one)} deleted the ${kind} ${code(name)}.` };
      const { length } = one.commits;
      if (length === 0) return { topic, content: `${who(one)} pushed the ${kind} ${code(name)}.` };
      const words = link(`${length} ${length === 1 ? 'commit' : 'commits'}`, one.compare || one.compare_url);
      const lines = firstOf(
        one.commits,
        20,
        ({ id, message, url }) => `- ${oneLine(message)} (${link(shortest(id), url)})`,
      );
      return {
        topic,
        content: `${who(one)} ${one.forced === true ? 'force-pushed' : 'pushed'} ${words} to ${code(name)}:\n\n${lines}`,
      };
    },
    create: (payload) => {
      const one = branch.parse(payload);
      return { content: `${who(one)} created the ${did(one.ref_type)} ${code(one.ref)}.` };
    },
    delete: (payload) => {
      const one = branch.parse(payload);
      return { content: `${who(one)} deleted the ${did(one.ref_type)} ${code(one.ref)}.` };
    },
    issues: (payload) => {
      const one = issue.parse(payload);
      const { number, title, html_url: url, body } = one.issue;
      return {
        topic: `${one.repository.name} / #${number} ${oneLine(title)}`,
        content: `${who(one)} ${did(one.action)} ${link(`issue #${number} ${title}`, url)}.${bodyOf(one.action, body)}`,
      };
    },
    issue_comment: (payload) => {
      const one = issueComment.parse(payload);
      if (one.action !== 'created') return null;
      const { number, title } = one.issue;
      return {
        topic: `${one.repository.name} / #${number} ${oneLine(title)}`,
        content: `${who(one)} ${link('commented', one.comment.html_url)} on #${number} ${oneLine(title)}:${quoted(one.comment.body)}`,
      };
    },
    pull_request: (payload) => {
      const one = pull.parse(payload);
      const { number, title, html_url: url, body, merged, head, base } = one.pull_request;
      const action = one.action === 'closed' && merged === true ? 'merged' : did(one.action);
      if (['synchronize', 'synchronized', 'edited', 'labeled', 'unlabeled', 'label updated'].includes(action))
        return null;
      const way = action === 'opened' && head && base ? ` (${code(head.ref)} into ${code(base.ref)})` : '';
      return {
        topic: `${one.repository.name} / #${number} ${oneLine(title)}`,
        content: `${who(one)} ${action} ${link(`pull request #${number} ${title}`, url)}${way}.${bodyOf(action, body)}`,
      };
    },
    pull_request_review: (payload) => {
      const one = review.parse(payload);
      const { number, title, html_url: url } = one.pull_request;
      const state = (one.review.state || one.review.type.replace(/^pull_request_review_/, '')).toLowerCase();
      const verdicts: Record<string, string> = {
        approved: 'approved',
        changes_requested: 'asked for changes in',
        rejected: 'asked for changes in',
      };
      return {
        topic: `${one.repository.name} / #${number} ${oneLine(title)}`,
        content: `${who(one)} ${verdicts[state] ?? 'reviewed'} ${link(`pull request #${number} ${title}`, one.review.html_url || url)}.${quoted(one.review.body || one.review.content)}`,
      };
    },
    release: (payload) => {
      const one = release.parse(payload);
      if (one.action !== 'published') return null;
      const { tag_name: tag, name, html_url: url, body } = one.release;
      return { content: `${who(one)} published ${link(name || tag, url)}.${quoted(body)}` };
    },
    workflow_run: (payload) => {
      const one = run.parse(payload);
      const { name, head_branch: head, conclusion, html_url: url, run_number: number } = one.workflow_run;
      if (one.action !== 'completed') return null;
      const mark = conclusion === 'success' ? '✅' : '❌';
      return { content: `${mark} ${link(`${name} #${number ?? ''}`, url)} on ${code(head)}: ${did(conclusion)}.` };
    },
  };
/** Gitea has one event for each verdict of a review. */
const aliases: Record<string, string> = {
  pull_request_approved: 'pull_request_review',
  pull_request_rejected: 'pull_request_review',
  pull_request_comment: 'issue_comment',
  pull_request_review_approved: 'pull_request_review',
  pull_request_review_rejected: 'pull_request_review',
};

function format(header: string) {
  return (payload: unknown, headers: IncomingHttpHeaders): Post | null => {
    const event = headerOf(headers, header);
    const made = formatters[aliases[event] ?? event]?.(payload);
    if (made === undefined || made === null) return null;
    const repository = common.partial().parse(payload).repository?.name;
    return { topic: made.topic ?? repository ?? 'Repositories', content: made.content };
  };
}

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  hint: 'Settings of the repository, Webhooks, Add webhook; content type application/json. Pushes, branches, issues, pull requests, reviews, releases and workflows are told.',
  format: format('x-github-event'),
};

export const gitea: Integration = {
  name: 'gitea',
  displayName: 'Gitea and Forgejo',
  hint: 'Settings of the repository, Webhooks, Add webhook, Gitea; type application/json. Pushes, branches, issues, pull requests, reviews and releases are told.',
  format: format('x-gitea-event'),
};
