/** The files that are on their way into a box. */
import { useStore } from 'zustand';
import { placeKey, type UploadPlace } from '../store/upload-keeper.ts';
import { useChat, useKnown } from '../store/use-chat.ts';

export function useUploads(place: UploadPlace) {
  const { uploads } = useChat().writing;
  const key = placeKey(place);
  const limit = useKnown((known) => known.organization.limits.max_file_upload_size_mib);
  const count = useStore(uploads.entries, (entries) => entries.filter((each) => placeKey(each.place) === key).length);
  // A file that failed becomes no message, however long one waits.
  const underWay = useStore(
    uploads.entries,
    (entries) => entries.filter((each) => placeKey(each.place) === key && each.state !== 'failed').length,
  );
  const isWaiting = useStore(uploads.sendingWhenDone, (keys: ReadonlySet<string>) => keys.has(key));
  return {
    count,
    underWay,
    hasFailed: count > underWay,
    isWaiting,
    add: (files: File[]) => uploads.add(place, files, limit),
  };
}
