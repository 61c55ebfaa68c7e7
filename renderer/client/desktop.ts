/** The desktop app around this page, when it is shown in the app's own window; in a browser there is none. */
import { useEffect, useRef, useState } from 'react';
import type { DesktopBridge, DesktopState, Download } from '../../electron/bridge.ts';
import { t } from './text.ts';

export const desktop = (globalThis as { desktop?: DesktopBridge }).desktop;

/** @returns how the app is, always the newest; undefined until it has said so, and in a browser. */
export function useDesktopState(): DesktopState | undefined {
  const [state, setState] = useState<DesktopState>();
  useEffect(() => {
    void desktop?.state().then(setState);
    return desktop?.onState(setState);
  }, []);
  return state;
}

/** A download that has ended, as a page shows it once: a sentence, and buttons. */
export interface DownloadNotice {
  text: string;
  isError: boolean;
  actions: { label: string; run: () => void }[];
}

/** @returns what a page shows of a download. */
function downloadNotice({ name, isSaved, canOpen }: Download): DownloadNotice {
  if (!isSaved) return { text: t('Could not download {{name}}. Try again.', { name }), isError: true, actions: [] };
  const open = { label: t('Open'), run: () => void desktop?.openDownload() };
  const show = { label: t('Show in folder'), run: () => void desktop?.showDownload() };
  return { text: t('{{name}} downloaded.', { name }), isError: false, actions: canOpen ? [open, show] : [show] };
}

/** Calls `show` once for each download of the app's window. */
export function useDownloads(show: (notice: DownloadNotice) => void): void {
  // As text, because every state brings another object.
  const download = JSON.stringify(useDesktopState()?.download ?? null);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    const ended = JSON.parse(download) as Download | null;
    if (ended === null) return;
    latest.current(downloadNotice(ended));
    void desktop?.dismissDownload();
  }, [download]);
}

/** What the app said of a call that failed, without the words that the way between puts before it. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, '');
}
