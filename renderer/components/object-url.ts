/** An address for a file that was chosen but not sent, to show it before it is. */
import { useEffect, useMemo } from 'react';

/** @returns null while there is no file. */
export function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  return url;
}
