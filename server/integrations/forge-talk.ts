/** Comment events of GitHub and Gitea: comments, reviews and discussions. */
import { z } from 'zod';
import { acted, common, numbered, topicOf, who, type Formatters } from './forge-parts.ts';
import { code, entryOf, link, maybeText, plain, quoted } from './integration.ts';

const comment = z.object({ html_url: maybeText, body: maybeText, path: maybeText, commit_id: maybeText });
const issueComment = acted.extend({ issue: numbered, comment });
const commitComment = common.extend({ comment });
const review = acted.extend({
  pull_request: numbered,
  review: z.object({ state: maybeText, type: maybeText, html_url: maybeText, body: maybeText, content: maybeText }),
});
const reviewComment = acted.extend({ pull_request: numbered, comment });
const discussion = acted.extend({ discussion: numbered, answer: comment.nullish() });
const discussionComment = discussion.extend({ comment });

const verdicts: Record<string, string> = {
  approved: 'approved',
  changes_requested: 'asked for changes in',
  rejected: 'asked for changes in',
};
const discussed: Record<string, string> = {
  created: 'began',
  closed: 'closed',
  reopened: 'reopened',
  answered: 'chose the answer to',
};

export const talkFormatters: Formatters = {
  issue_comment: (payload) => {
    const one = issueComment.parse(payload);
    if (one.action !== 'created') return null;
    const { number, title } = one.issue;
    return {
      topic: topicOf(one, one.issue),
      content: `${who(one)} ${link('commented', one.comment.html_url)} on #${number} ${plain(title)}:${quoted(one.comment.body)}`,
    };
  },
  commit_comment: (payload) => {
    const one = commitComment.parse(payload);
    const of = one.comment.commit_id === '' ? 'a commit' : code(one.comment.commit_id.slice(0, 7));
    return { content: `${who(one)} ${link('commented', one.comment.html_url)} on ${of}:${quoted(one.comment.body)}` };
  },
  pull_request_review: (payload) => {
    const one = review.parse(payload);
    // "edited" and "dismissed" are of a review that was reported already.
    if (!['submitted', 'reviewed'].includes(one.action)) return null;
    // Comments on lines come in such a review at GitHub, and are informed on their own.
    if (one.review.state === 'commented' && one.review.body === '') return null;
    const { number, title, html_url: url } = one.pull_request;
    const state = (one.review.state || one.review.type.replace(/^pull_request_review_/, '')).toLowerCase();
    return {
      topic: topicOf(one, one.pull_request),
      content: `${who(one)} ${entryOf(verdicts, state) ?? 'reviewed'} ${link(`pull request #${number} ${title}`, one.review.html_url || url)}.${quoted(one.review.body || one.review.content)}`,
    };
  },
  pull_request_review_comment: (payload) => {
    const one = reviewComment.parse(payload);
    if (one.action !== 'created') return null;
    const { number, title } = one.pull_request;
    const where = one.comment.path === '' ? '' : `${code(one.comment.path)} of `;
    return {
      topic: topicOf(one, one.pull_request),
      content: `${who(one)} ${link('commented', one.comment.html_url)} on ${where}#${number} ${plain(title)}:${quoted(one.comment.body)}`,
    };
  },
  discussion: (payload) => {
    const one = discussion.parse(payload);
    const verb = entryOf(discussed, one.action);
    if (verb === undefined) return null;
    const { number, title, html_url: url, body } = one.discussion;
    const words = one.action === 'created' ? body : one.action === 'answered' ? (one.answer?.body ?? '') : '';
    return {
      topic: topicOf(one, one.discussion),
      content: `${who(one)} ${verb} ${link(`discussion #${number} ${title}`, url)}.${quoted(words)}`,
    };
  },
  discussion_comment: (payload) => {
    const one = discussionComment.parse(payload);
    if (one.action !== 'created') return null;
    const { number, title } = one.discussion;
    return {
      topic: topicOf(one, one.discussion),
      content: `${who(one)} ${link('commented', one.comment.html_url)} on discussion #${number} ${plain(title)}:${quoted(one.comment.body)}`,
    };
  },
};
