/** Keys of the message box. Pure. */

export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

interface EnterRules {
  /** The setting `enter_sends`. */
  enterSends: boolean;
  /** A keyboard on glass: its Enter makes lines, as there is no Shift to hold. */
  isTouch: boolean;
}

/** @returns what Enter does: send, go on in a new line, or nothing of ours. */
export function enterMeans(press: KeyPress, { enterSends, isTouch }: EnterRules): 'send' | 'line' | null {
  if (press.key !== 'Enter' || press.altKey) return null;
  if (press.ctrlKey || press.metaKey) return 'send';
  return enterSends && !isTouch && !press.shiftKey ? 'send' : 'line';
}

export type Format =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'link'
  | 'code'
  | 'quote'
  | 'bullets'
  | 'numbers'
  | 'preview'
  | 'snippet';

/** With Control and Shift; digits by their place, as Shift makes other signs of them. */
const shifted: Readonly<Record<string, Format>> = {
  l: 'link',
  c: 'code',
  x: 'strike',
  digit7: 'numbers',
  digit8: 'bullets',
  digit9: 'quote',
};

/** @returns the format that a key asks for. Letters count by their place where the layout has none of them. */
export function formatOf(press: KeyPress): Format | null {
  const { ctrlKey, metaKey, shiftKey, altKey } = press;
  const letter = /^[a-z]$/i.test(press.key) ? press.key.toLowerCase() : press.code.replace(/^Key/, '').toLowerCase();
  if (altKey && !ctrlKey && !metaKey) return letter === 'p' ? 'preview' : null;
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (press.key === "'") return 'snippet';
  if (shiftKey) return shifted[letter] ?? shifted[press.code.toLowerCase()] ?? shifted[`digit${press.key}`] ?? null;
  return letter === 'b' ? 'bold' : letter === 'i' ? 'italic' : null;
}
