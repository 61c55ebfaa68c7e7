/**
 * Layout of an export of Slack: which path of the archive holds what. An export of an organization with several workspaces has one
 * in each folder of `teams/`, beside what all of them share.
 */

/** Files that lie at the top of an export, or of a workspace. */
export const slackRoot = /^(?:teams\/[^/]+\/)?(?:users|org_users|channels|groups|dms|mpims)\.json$/;
/** Pictures of custom emoji, which slackdump adds. */
export const emojiPicture = /^(?:__)?emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/i;

const ofWorkspace = /^teams\/([^/]+)\/(.+)$/;
const dayPath = /^([^/]+)\/(\d{4}-\d{2}-\d{2})\.json$/;
const filePath = /^(?:__uploads\/([^/]+)\/|[^/]+\/attachments\/([A-Z0-9]+)-)[^/]+$/;

/** @returns the workspace of a path, '' for what all share, and the rest of the path. */
function placeOf(path: string): { workspace: string; rest: string } {
  const [, workspace = '', rest = path] = ofWorkspace.exec(path) ?? [];
  return { workspace, rest };
}

/** Workspaces of the archive, '' first. */
export const workspacesOf = (names: Iterable<string>): string[] => [
  ...new Set(['', ...[...names].map((name) => placeOf(name).workspace)]),
];

/** @returns the path of a file of a workspace. */
export const inWorkspace = (workspace: string, name: string): string =>
  workspace === '' ? name : `teams/${workspace}/${name}`;

/** @returns where messages of a day are; undefined for other paths. */
export function dayOfPath(path: string): { workspace: string; folder: string; day: string } | undefined {
  const { workspace, rest } = placeOf(path);
  const [, folder, day] = dayPath.exec(rest) ?? [];
  return folder === undefined || day === undefined ? undefined : { workspace, folder, day };
}

/** Whether a path is where messages of a day are. */
export function isInFolderOfDays(path: string): boolean {
  const { rest } = placeOf(path);
  return /^[^/]+\/[^/]+\.json$/.test(rest) && !rest.startsWith('__');
}

/** Whether a path lies at the top of the export, or of a workspace. */
export const isAtTop = (path: string): boolean => !placeOf(path).rest.includes('/');

/** The name of a file without its folder. */
export const nameAtTop = (path: string): string => placeOf(path).rest;

/** @returns Slack's id of a file that a path names; undefined for other paths. */
export function fileIdOf(path: string): string | undefined {
  const found = filePath.exec(placeOf(path).rest);
  return found?.[1] ?? found?.[2];
}
