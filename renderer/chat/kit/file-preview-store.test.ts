/** Place of a file preview: over the view, or in the desktop app in a window of its own. */
import { afterEach, expect, test, vi } from 'vitest';
import { canFramePdf, filePreviewSlot, openFilePreview } from './file-preview-store.ts';

const open = vi.fn<(url: string, target: string, features: string) => void>();
const inBrowser = (userAgent: string): void => {
  vi.stubGlobal('navigator', { userAgent, pdfViewerEnabled: true });
  vi.stubGlobal('window', { open });
};
const show = (path: string): void => openFilePreview({ path, title: 'a file', from: {} as HTMLElement });

afterEach(() => {
  vi.unstubAllGlobals();
  open.mockClear();
  filePreviewSlot.set(null);
});

test('shows a PDF file over the view of a browser', () => {
  inBrowser('Mozilla/5.0 Chrome/140.0.0.0');
  show('/user_uploads/1/ab/plan.pdf');
  expect(filePreviewSlot.getState()?.path).toBe('/user_uploads/1/ab/plan.pdf');
  expect(open).not.toHaveBeenCalled();
  expect(canFramePdf()).toBe(true);
});

test('opens a PDF file in a window of the desktop app, and other files over the view', () => {
  inBrowser('Mozilla/5.0 HearthDesktop/1.0 Chrome/140.0.0.0');
  show('/user_uploads/1/ab/PLAN.PDF');
  expect(open).toHaveBeenCalledExactlyOnceWith('/user_uploads/1/ab/PLAN.PDF', '_blank', 'noopener');
  expect([filePreviewSlot.getState(), canFramePdf()]).toEqual([null, false]);
  show('/user_uploads/1/ab/notes.txt');
  expect(filePreviewSlot.getState()?.path).toBe('/user_uploads/1/ab/notes.txt');
  expect(open).toHaveBeenCalledOnce();
});
