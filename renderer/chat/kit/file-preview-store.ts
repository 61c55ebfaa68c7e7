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

export function closeFilePreview(): void {
  filePreviewSlot.set(null);
}
