/** The files that are on their way into a box. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { targetKey, type UploadTarget } from '../store/upload-target.ts';
import { useChat, useClientState } from '../store/use-chat.ts';

export function useUploads(target: UploadTarget) {
  const { uploads } = useChat().writing;
  const key = targetKey(target);
  const limit = useClientState((state) => state.organization.limits.max_file_upload_size_mib);
  const count = useStore(uploads.entries, (entries) => entries.filter((each) => targetKey(each.target) === key).length);
  // A file that failed becomes no message, however long one waits.
  const underWay = useStore(
    uploads.entries,
    (entries) => entries.filter((each) => targetKey(each.target) === key && each.state !== 'failed').length,
  );
  useWarning(useStore(uploads.entries, (entries) => entries.some(({ state }) => state !== 'failed')));
  const isWaiting = useStore(uploads.sendingWhenDone, (keys: ReadonlySet<string>) => keys.has(key));
  return {
    count,
    underWay,
    hasFailed: count > underWay,
    isWaiting,
    add: (files: File[]) => uploads.add(target, files, limit),
  };
}

/** What is on its way does not outlive the page: the browser asks before it is closed. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isNeeded]);
}
