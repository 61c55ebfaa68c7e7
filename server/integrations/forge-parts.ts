/** Shared fields of GitHub and Gitea calls. */
import { z } from 'zod';
import { maybeText, oneLine, plain, word, type Post } from './integration.ts';

/** Of one event; null: no one is informed. Without a topic the repository is. */
export type Formatters = Record<
  string,
  (payload: unknown) => (Omit<Post, 'topic'> & { topic?: string | undefined }) | null
>;

/** GitHub calls it login, and Gitea of old username. */
export const people = z.object({ login: maybeText, username: maybeText });
export const common = z.object({
  repository: z.object({ name: z.string(), full_name: maybeText, html_url: maybeText }),
  /** Missing where an account was deleted, or the service itself acts. */
  sender: people.nullish(),
});
/** Events that say what was done. */
export const acted = common.extend({ action: word });
/** An issue, a pull request or a discussion. */
export const numbered = z.object({
  number: z.number(),
  title: z.string().transform(oneLine),
  html_url: maybeText,
  body: maybeText,
  assignee: people.nullish(),
});

type Common = z.infer<typeof common>;

/** The address of an issue, which older versions of Gitea leave out. */
export const issueUrl = (
  { repository }: Pick<Common, 'repository'>,
  one: { number: number; html_url: string },
): string => one.html_url || (repository.html_url === '' ? '' : `${repository.html_url}/issues/${one.number}`);

export const who = ({ sender }: Pick<Common, 'sender'>): string =>
  `**${plain(sender?.login || sender?.username || 'Somebody')}**`;

/** "timed_out" and the like, as a person says them. */
export const did = (name: string): string => plain(name.replaceAll('_', ' '));

/** The name of a branch or a tag, without the folder that it is in. */
export const refName = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, '');

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Everything about one issue is in one topic. */
export const topicOf = ({ repository }: Pick<Common, 'repository'>, one: { number: number; title: string }): string =>
  `${repository.name} / #${one.number} ${oneLine(one.title)}`;
