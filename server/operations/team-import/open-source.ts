/** Finds out what a file is an export of, and opens it. */
import type { SourceKind, SourceTools, TeamPreview, TeamSource } from './source.ts';
import { previewZulip } from './zulip-preview.ts';
import { openZulip } from './zulip-source.ts';

export type NamedPreview = TeamPreview & Pick<TeamSource, 'kind' | 'title' | 'origin'>;

/** @throws ImportRefused when it is no export that can be read */
export async function openTeam(file: string, tools: SourceTools): Promise<TeamSource> {
  return openZulip(file, tools);
}

/** Reads a file through without unpacking it where that can be done. @throws ImportRefused as `openTeam` */
export async function previewTeam(file: string, tools: SourceTools): Promise<NamedPreview> {
  const kind: SourceKind = 'zulip';
  return { kind, ...(await previewZulip(file, tools)) };
}
