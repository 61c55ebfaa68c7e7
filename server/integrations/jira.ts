/** Jira webhooks of issues: created, changed, commented on and deleted. */
import { z } from 'zod';
import {
  entryOf,
  link,
  maybeText,
  oneLine,
  plain,
  plainLines,
  quoted,
  word,
  type Integration,
  type Post,
} from './integration.ts';

const person = z.object({ displayName: maybeText, name: maybeText }).nullish();
const named = z.object({ name: maybeText }).nullish();
const issue = z.object({
  key: word,
  /** Its address in the API, which is at the same server as its page. */
  self: maybeText,
  fields: z.object({
    summary: z.string(),
    description: maybeText.catch(''),
    issuetype: named,
    priority: named,
    assignee: person,
  }),
});
type Issue = z.infer<typeof issue>;

const comment = z.object({ body: maybeText, author: person });
const call = z.object({ user: person, issue });
const updated = call.extend({
  issue_event_type_name: maybeText,
  comment: comment.nullish(),
  // The new value is in the field "toString", which every object has.
  changelog: z.object({ items: z.array(z.record(z.string(), z.unknown())).max(1000) }).nullish(),
});

/** Fields whose changes are posted, and whether with what they were and are. No other is. */
const toldFields: Record<string, 'values' | 'name'> = {
  status: 'values',
  assignee: 'values',
  priority: 'values',
  resolution: 'values',
  duedate: 'values',
  'Fix Version': 'values',
  Sprint: 'values',
  issuetype: 'values',
  labels: 'values',
  summary: 'values',
  description: 'name',
  Attachment: 'name',
};

const who = (one: z.infer<typeof person>): string => `**${plain(one?.displayName || one?.name || 'Somebody')}**`;

/** The page of an issue, beside the API of its server. */
function pageOf({ key, self }: Issue): string {
  const base = /^(https?:\/\/.+?)\/rest\//.exec(self)?.[1] ?? '';
  return base === '' || /^https:\/\/api\.atlassian\.com\b/.test(base) ? '' : `${base}/browse/${key}`;
}

const titleOf = ({ key, fields }: Issue): string => `${key} ${oneLine(fields.summary)}`.trim();
const shown = (one: Issue): string =>
  link(`${oneLine(one.fields.issuetype?.name ?? '').toLowerCase() || 'issue'} ${titleOf(one)}`, pageOf(one));

const post = (one: Issue, content: string): Post => ({ topic: titleOf(one), content });

function created(payload: unknown): Post {
  const { user, issue: one } = call.parse(payload);
  const { description, priority, assignee } = one.fields;
  const details = [
    priority?.name ? plain(priority.name) : '',
    assignee?.displayName || assignee?.name ? `for ${who(assignee)}` : '',
  ].filter((part) => part !== '');
  const more = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return post(one, `${who(user)} created ${shown(one)}${more}.${quoted(plainLines(description))}`);
}

function changed(payload: unknown): Post | null {
  const { user, issue: one, changelog, issue_event_type_name: kind, comment: said } = updated.parse(payload);
  const items = changelog?.items ?? [];
  if (said != null && /^$|comment/.test(kind) && items.length === 0)
    return /edited|deleted/.test(kind) ? null : commentedOn(one, said, user);
  const parts = items.map(changeText).filter((part) => part !== '');
  if (parts.length === 0) return null;
  const words = said != null && said.body !== '' ? quoted(plainLines(said.body)) : '';
  return post(one, `${who(user)} changed ${shown(one)}: ${parts.join(', ')}.${words}`);
}

function changeText(item: Record<string, unknown>): string {
  const own = (name: string): string => {
    const value = entryOf(item, name);
    return typeof value === 'string' || typeof value === 'number' ? plain(String(value)) : '';
  };
  const field = entryOf(item, 'field');
  const told = typeof field === 'string' ? entryOf(toldFields, field) : undefined;
  if (told === undefined || typeof field !== 'string') return '';
  const name = field === 'duedate' ? 'due date' : field === 'issuetype' ? 'type' : field.toLowerCase();
  const [before, now] = [own('fromString'), own('toString')];
  if (told === 'name') return name;
  if (now === '') return before === '' ? name : `${name} ${before} removed`;
  return `${name} ${before === '' ? '' : `from ${before} `}to **${now}**`;
}

function commentedOn(one: Issue, { body, author }: z.infer<typeof comment>, by?: z.infer<typeof person>): Post {
  return post(one, `${who(author ?? by)} commented on ${shown(one)}:${quoted(plainLines(body))}`);
}

export const jira: Integration = {
  name: 'jira',
  displayName: 'Jira',
  hint: 'Settings, System, WebHooks, Create a WebHook. Issues that are created, changed, commented on and deleted are posted.',
  format(payload) {
    const { webhookEvent: event, issue: about } = z
      .object({ webhookEvent: word, issue: z.unknown().optional() })
      .parse(payload);
    switch (event) {
      case 'jira:issue_created':
        return created(payload);
      case 'jira:issue_updated':
        return changed(payload);
      case 'jira:issue_deleted': {
        const { user, issue: one } = call.parse(payload);
        return post(one, `${who(user)} deleted ${shown({ ...one, self: '' })}.`);
      }
      case 'comment_created': {
        // Servers send it without its issue, beside the change of the issue, which has the comment.
        if (about === undefined || about === null) return null;
        const { issue: one, comment: said } = call.extend({ comment }).parse(payload);
        return commentedOn(one, said);
      }
      default:
        return null;
    }
  },
};
