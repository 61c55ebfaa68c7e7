/** The direction of a message by its first letters, and the marks at the alert words of its reader. */

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

/** Wraps each alert word in a `mark`. */
export function markWords(fragment: DocumentFragment, words: RegExp): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  while (walker.nextNode() !== null) {
    const text = walker.currentNode as Text;
    if ((text.parentElement?.closest('.katex, span.emoji, .user-mention, .user-group-mention') ?? null) === null)
      texts.push(text);
  }
  for (const text of texts) {
    // From the end, so that what stands before keeps its place.
    for (const { 0: found, index } of [...text.data.matchAll(words)].toReversed()) {
      text.splitText(index + found.length);
      const mark = document.createElement('mark');
      mark.className = 'alert-word';
      mark.append(text.splitText(index));
      text.after(mark);
    }
  }
}
