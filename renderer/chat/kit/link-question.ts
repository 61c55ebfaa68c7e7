/** Question for a link to insert (link-dialog.tsx) and its accepted addresses. Pure. */
import { asLinkAddress } from '../../client/link-text.ts';

export interface LinkQuestion {
  /** What is proposed as its text. */
  text: string;
  /** @param markdown the link. */
  onInsert: (markdown: string) => void;
}

/** @returns the address as it is written into a link; null for what is none. A domain without a scheme is a page. */
export function linkAddress(typed: string): string | null {
  const words = typed.trim();
  if (words === '' || /\s/.test(words)) return null;
  const whole = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/|\/|#)/i.test(words)
    ? words
    : /^[^\s@/]+@[^\s@/]+\.\w+$/.test(words)
      ? `mailto:${words}`
      : /^[^\s:/]+\.[^\s:/]{2,}/.test(words)
        ? `https://${words}`
        : null;
  return whole && asLinkAddress(whole);
}
