/** Files that are dropped beside a conversation go into its box. Where there is none nothing becomes of them (components/page-drop.ts). */
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '../../client/text.ts';
import { hasFiles, isDragOfPage } from '../../components/page-drop.ts';
import { showNotice } from '../kit/notices.ts';

/** @returns the files of a drop. A folder is none: its name is shown, with what to do instead. */
export function droppedFiles({ files, items }: DataTransfer): File[] {
  // Read at once: a drop is empty as soon as its event is over.
  const folders = new Set(
    [...items].flatMap((item) => {
      const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
      return entry?.isDirectory === true ? [entry.name] : [];
    }),
  );
  const [name] = folders;
  if (name !== undefined)
    showNotice(t('{{name}} is a folder. Attach its files, or pack it into a zip archive first.', { name }), {
      isError: true,
    });
  return [...files].filter((file) => !folders.has(file.name));
}

/** @returns whether files hang over the page that this box would get. */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    // A field of its own, such as that of an edit, has taken them; what a dialog covers is out of reach.
    if (event.defaultPrevented || !isForBox(event)) return;
    event.preventDefault();
    const files = event.dataTransfer === null ? [] : droppedFiles(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const over = (event: DragEvent): void => {
      const isTaken = isForBox(event);
      setIsOver(isTaken);
      if (isTaken) event.preventDefault();
    };
    /** Off the page, not to another part of it. */
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent): void => drop(event);
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);
  return isOver;
}

/** Over a dialog, or over a row of another conversation, which is not where the files would go. */
const isElsewhere = ({ target }: DragEvent): boolean =>
  target instanceof Element && target.closest('dialog, .sidebar') !== null;
const isForBox = (event: DragEvent): boolean => hasFiles(event) && !isDragOfPage() && !isElsewhere(event);
