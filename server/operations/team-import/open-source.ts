/** Finds out what a file is an export of, and opens it. */
import { checkKind } from './archive.ts';
import { ImportRefused } from './report.ts';
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

/** Whether a file may be an export, by its first bytes. @throws the error of the disk */
export async function mayBeExport(file: string): Promise<boolean> {
  try {
    await checkKind(file);
    return true;
  } catch (error) {
    if (error instanceof ImportRefused) return false;
    throw error;
  }
}
