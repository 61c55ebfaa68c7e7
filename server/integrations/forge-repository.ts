/** Repository events of GitHub and Gitea: its name and its visibility, its wiki, and warnings about its code. */
import { z } from 'zod';
import { acted, common, counted, did, who, type Formatters } from './forge-parts.ts';
import { entryOf, firstOf, link, maybeText, plain, type Post } from './integration.ts';

const changed = acted.extend({
  changes: z
    .object({
      repository: z.object({ name: z.object({ from: maybeText }).nullish() }).nullish(),
    })
    .nullish()
    .catch(null),
});
const done: Record<string, string> = {
  created: 'created',
  deleted: 'deleted',
  archived: 'archived',
  unarchived: 'unarchived',
  publicized: 'made public',
  privatized: 'made private',
  renamed: 'renamed',
  transferred: 'transferred',
};
const wiki = common.extend({
  pages: z
    .array(z.object({ title: maybeText, page_name: maybeText, action: maybeText, html_url: maybeText }))
    .max(1000),
});
const warning = acted.extend({
  alert: z.object({
    number: z.number(),
    html_url: maybeText,
    security_advisory: z.object({ summary: maybeText, severity: maybeText }).nullish(),
    dependency: z.object({ package: z.object({ name: maybeText }).nullish() }).nullish(),
    rule: z.object({ description: maybeText, severity: maybeText, security_severity_level: maybeText }).nullish(),
    tool: z.object({ name: maybeText }).nullish(),
    secret_type: maybeText,
    secret_type_display_name: maybeText,
  }),
});
type Warning = z.infer<typeof warning>;

/** What becomes of a warning, and its mark; everything else changes nothing for those who read it. */
const becomes: Record<string, string> = {
  created: '⚠️ opened',
  reopened: '⚠️ reopened',
  reopened_by_user: '⚠️ reopened',
  reintroduced: '⚠️ reopened',
  publicly_leaked: '⚠️ found in public',
  fixed: '✅ fixed',
  resolved: '✅ resolved',
  closed_by_user: '⚪ dismissed',
  dismissed: '⚪ dismissed',
  auto_dismissed: '⚪ dismissed',
  auto_reopened: '⚠️ reopened',
};

/** @param kind what GitHub calls such a warning. @param what it says of the code */
function warned(
  payload: unknown,
  kind: string,
  what: (alert: Warning['alert']) => readonly string[],
): Pick<Post, 'content'> | null {
  const one = warning.parse(payload);
  const [mark, verb] = entryOf(becomes, one.action)?.split(/ (.*)/, 2) ?? [];
  if (mark === undefined || verb === undefined) return null;
  const [title = '', ...details] = what(one.alert).filter((part) => part !== '');
  const shown = link(`${kind} #${one.alert.number}${title === '' ? '' : ` ${title}`}`, one.alert.html_url);
  return { content: `${mark} ${shown} was ${verb}${details.length === 0 ? '' : ` (${details.map(did).join(', ')})`}.` };
}

export const repositoryFormatters: Formatters = {
  repository: (payload) => {
    const one = changed.parse(payload);
    const verb = entryOf(done, one.action);
    if (verb === undefined) return null;
    const { full_name: name, name: short, html_url: url } = one.repository;
    const before = one.changes?.repository?.name?.from ?? '';
    const from = one.action === 'renamed' && before !== '' ? `, which was ${plain(before)}` : '';
    const way = verb.startsWith('made') ? ['made', verb.slice('made'.length)] : [verb, ''];
    return { content: `${who(one)} ${way[0] ?? ''} the repository ${link(name || short, url)}${way[1] ?? ''}${from}.` };
  },
  gollum: (payload) => {
    const one = wiki.parse(payload);
    const line = ({ title, page_name: name, action, html_url: url }: (typeof one.pages)[number]): string =>
      `- ${link(title || name, url)}: ${did(action)}`;
    if (one.pages.length === 0) return null;
    return {
      content: `${who(one)} changed ${counted(one.pages.length, 'page')} of the wiki:\n\n${firstOf(one.pages, 20, line)}`,
    };
  },
  dependabot_alert: (payload) =>
    warned(payload, 'Dependabot alert', ({ security_advisory: about, dependency }) => [
      about?.summary ?? '',
      dependency?.package?.name ?? '',
      about?.severity ?? '',
    ]),
  code_scanning_alert: (payload) =>
    warned(payload, 'Code scanning alert', ({ rule, tool }) => [
      rule?.description ?? '',
      tool?.name ?? '',
      rule?.security_severity_level || (rule?.severity ?? ''),
    ]),
  secret_scanning_alert: (payload) =>
    warned(payload, 'Secret scanning alert', ({ secret_type: type, secret_type_display_name: name }) => [
      name || did(type),
    ]),
};
