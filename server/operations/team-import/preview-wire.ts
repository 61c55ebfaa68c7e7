/** The preview of an import as the console shows it: without the names of what is private, and with what is here already. */
import type { ImportPreview } from '../../contract/shapes/imports.ts';
import { findChannelByName } from '../../domain/channels/rows.ts';
import { shortestRetention } from '../../domain/messages/retention.ts';
import { hasOrganization } from '../../domain/organization/rows.ts';
import { findUserByEmail } from '../../domain/users/rows.ts';
import type { Reader } from '../../storage/database.ts';
import { findOrigin } from './ids.ts';
import type { FoundTeam } from './job-types.ts';
import { retentionNotes, type TeamPreview } from './source.ts';

/** Names of a list that are shown. */
const most = 200;
/**
 * What is done while an organization in use waits: its files are looked at, the snapshot is written, and the data is opened. Measured with
 * 100,000 messages in seconds of processor time, twice as much for a slower computer.
 */
const holding = { secondsPerMessage: 2 * 5e-7, secondsPerFile: 2 * 1e-4, secondsAround: 2 };

/** @param now UNIX seconds. */
export function previewWire(db: Reader, { preview, problemCount }: FoundTeam, now: number): ImportPreview {
  const { people, channels, retention, oldest } = preview;
  const ofOrganization = hasOrganization(db) ? shortestRetention(db) : retention.organization;
  const lacking = people.filter(({ email, isBot }) => email === null && !isBot);
  const isHere = (name: string): boolean => {
    const here = findChannelByName(db, name);
    return here?.invite_only === 0 && here.is_archived === 0;
  };
  return {
    source: preview.kind,
    title: preview.title,
    organization: preview.organization,
    counts: preview.counts,
    file_bytes: preview.fileBytes,
    channels: channels
      .filter(({ isPrivate }) => !isPrivate)
      .map(({ id, name, isArchived, messages }) => ({
        id: String(id),
        name,
        is_archived: isArchived,
        messages,
        is_here: !isArchived && isHere(name),
      })),
    teams: preview.teams ?? [],
    users_without_address: lacking.slice(0, most).map(({ name }) => name),
    users_without_address_count: lacking.length,
    users_here: people.filter(
      ({ email, isBot }) => !isBot && email !== null && findUserByEmail(db, email) !== undefined,
    ).length,
    shared_names: sharedNames(people).slice(0, most),
    was_imported: findOrigin(db, preview.origin) !== undefined,
    hold_seconds: hasOrganization(db) ? holdSeconds(preview.counts, countMessages(db)) : 0,
    not_carried_over: [...retentionNotes([ofOrganization, retention.channels], oldest, now), ...preview.notCarriedOver],
    problems: preview.problems,
    problem_count: problemCount,
  };
}

/** @returns the preview with its sentences in the language of the reader. @param ofError translates one */
export const previewIn = (preview: ImportPreview, ofError: (sentence: string) => string): ImportPreview => ({
  ...preview,
  not_carried_over: preview.not_carried_over.map(ofError),
  problems: preview.problems.map((problem) => ({ ...problem, what: ofError(problem.what) })),
});

/** @param here messages that are here already */
const holdSeconds = ({ messages, files }: TeamPreview['counts'], here: number): number =>
  Math.ceil(holding.secondsAround + (messages + here) * holding.secondsPerMessage + files * holding.secondsPerFile);

const countMessages = (db: Reader): number =>
  db.get<{ count: number }>('SELECT count(*) AS count FROM messages')?.count ?? 0;

/** Names that several users have, with how many. */
export function sharedNames(people: TeamPreview['people']): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { name } of people) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([name, count]) => ({ name, count }));
}
