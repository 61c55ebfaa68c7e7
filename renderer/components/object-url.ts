/** Addresses of files that were chosen and are not on the server. */
import { useEffect, useMemo } from 'react';

/** An address of a file, to show it before it is sent. @returns null while there is no file. */
export function useObjectUrl<Chosen extends File | null>(file: Chosen): Chosen extends File ? string : string | null;
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
