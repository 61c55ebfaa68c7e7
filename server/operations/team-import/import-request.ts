/** Import request of a user, and the ids of the source that it means. */
import type { Cause } from '../../domain/audit/cause.ts';
import type { ChosenParts, FoundTeam, NewOwner } from './job-types.ts';

export interface ImportRequest {
  choices: Omit<ChosenParts, 'leaveOutChannels'> & {
    /** Ids of the preview. */
    leaveOutChannels: readonly string[];
    leaveOutPrivateChannels: boolean;
  };
  /** Of the workspace, to download files that an export of Slack only links to. It is not stored. */
  slackToken?: string | undefined;
  /** Who imports, for the audit log. */
  cause: Cause;
  /** Of a new organization; null where there is one. */
  owner: NewOwner | null;
}

/** @returns the choices with the ids of the source. */
export function chosenParts({ preview }: FoundTeam, choices: ImportRequest['choices']): ChosenParts {
  const { leaveOutChannels, leaveOutPrivateChannels, ...others } = choices;
  const named = new Set(leaveOutChannels);
  const left = preview.channels.filter(
    ({ id, isPrivate }) => (isPrivate && leaveOutPrivateChannels) || (!isPrivate && named.has(String(id))),
  );
  return { ...others, leaveOutChannels: left.map(({ id }) => id) };
}
