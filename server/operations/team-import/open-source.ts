/** Finds out what a file is an export of, and opens it. */
import { isZip } from './archive.ts';
import { openMattermost, mattermostRoot } from './mattermost-source.ts';
import { refusal } from './report.ts';
import { slackRoot } from './slack-layout.ts';
import { openSlack } from './slack-source.ts';
import type { OpenSource, SourceTools, TeamPreview, TeamSource } from './source.ts';
import { ZipArchive } from './zip-archive.ts';
import { previewZulip } from './zulip-preview.ts';
import { openZulip } from './zulip-source.ts';

export type NamedPreview = TeamPreview & Pick<TeamSource, 'kind' | 'title' | 'origin'>;

/** @throws ImportRefused when it is no export that can be read */
export async function openTeam(file: string, tools: SourceTools): Promise<TeamSource> {
  const open = (await isZip(file)) ? await zipSource(file) : openZulip;
  return open(file, tools);
}

/** Reads a file through without unpacking it where that can be done. @throws ImportRefused as `openTeam` */
export async function previewTeam(file: string, tools: SourceTools): Promise<NamedPreview> {
  if (!(await isZip(file))) return { kind: 'zulip', ...(await previewZulip(file, tools)) };
  const source = await openTeam(file, tools);
  try {
    const { kind, title, origin } = source;
    return { kind, title, origin, ...(await source.preview(tools.signal)) };
  } finally {
    await source.close();
  }
}

/** The files at the top of the archive tell which chat made it. */
async function zipSource(file: string): Promise<OpenSource> {
  const root = new RegExp(`${slackRoot.source}|${mattermostRoot.source}`);
  const archive = await ZipArchive.open(file, root, { report: () => undefined });
  try {
    const names = [...archive.names];
    if (names.some((name) => mattermostRoot.test(name))) return openMattermost;
    if (names.some((name) => slackRoot.test(name))) return openSlack;
    const inside = names.find((name) => /\.(?:zip|tar|t?gz)$/i.test(name));
    if (inside !== undefined)
      throw refusal(
        inside,
        null,
        'An archive is packed in this zip file.',
        'Unpack the zip file, and choose that file.',
      );
  } finally {
    await archive.close();
  }
  throw refusal(
    'The archive',
    null,
    'This zip file is no export of Slack or Mattermost.',
    'Choose the .zip file of the export, as it was downloaded.',
  );
}
