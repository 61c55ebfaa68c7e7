/** What a fetched page says of itself, in whatever alphabet it is written. */
import { readPageText } from '../../markdown/render.ts';

interface FetchedPage {
  /** Its address, which its picture may be relative to. */
  url: string;
  /** The Content-Type header. */
  contentType: string;
  bytes: Buffer;
}

/** @returns title, description and the address of a picture; null for a page without a title. */
export const pageText = (page: FetchedPage): ReturnType<typeof readPageText> => readPageText(decoded(page), page.url);

/** In the alphabet that its header or its beginning names; in UTF-8 where that is unknown. */
function decoded({ contentType, bytes }: FetchedPage): string {
  const named =
    /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ??
    /<meta\b[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}
