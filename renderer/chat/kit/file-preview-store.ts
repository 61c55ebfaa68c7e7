/** The file that is shown in the chat; shell/file-preview.tsx draws it. */
import { openSlot } from './open-slot.ts';

export interface FilePreview {
  /** Of this server. */
  path: string;
  title: string;
  /** Gets the focus back. */
  from: HTMLElement;
}

export const filePreviewSlot = openSlot<FilePreview>('file');

/** Whether this is the desktop app, whose windows show PDF files; its pages cannot. */
const isDesktopApp = (): boolean => navigator.userAgent.includes('HearthDesktop');

export const isPdf = (path: string): boolean => /\.pdf$/i.test(path);

/** Whether a page of this browser can show a PDF file in a frame. */
export const canFramePdf = (): boolean => navigator.pdfViewerEnabled && !isDesktopApp();

/** Shows a file over the view; in the desktop app a PDF file in a window of its own (electron/file-viewer.ts). */
export function openFilePreview(file: FilePreview): void {
  if (isDesktopApp() && isPdf(file.path)) window.open(file.path, '_blank', 'noopener');
  else filePreviewSlot.set(file);
}

export function closeFilePreview(): void {
  filePreviewSlot.set(null);
}
