/** Decoding of text that comes from elsewhere, where any text is better than none; what clients send is read strictly (server/http/charset.ts). */

/** @param charset that its sender names; one that is not known is read as UTF-8. @returns the text, without the mark that some put before it */
export function decodedText(bytes: Buffer, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
