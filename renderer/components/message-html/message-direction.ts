/** The direction of a message, by its first letters. */
const otherwise =
  'code, pre, .katex, .user-mention, .user-group-mention, a.stream, a.stream-topic, time, .emoji, button';
const fromRight = /[\p{scx=Hebr}\p{scx=Arab}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Nkoo}\p{scx=Adlm}]/u;

/** Which way a message runs: as its first letters do that are not code, a name or an address. */
export function directionOf(body: Node): 'ltr' | 'rtl' {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const { data, parentElement: parent } = walker.currentNode as Text;
    if ((parent?.closest(otherwise) ?? null) !== null) continue;
    const letter = /\p{L}/u.exec(data.replaceAll(/\b(?:https?|mailto):\S+/g, ''))?.[0];
    if (letter !== undefined) return fromRight.test(letter) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}
