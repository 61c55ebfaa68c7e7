/** Sentences with elements in them, such as a link: one message, whose translation decides where they are. */
import { cloneElement, createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { fillText, textWithTags, type TextValues } from './text.ts';

/** What each tag becomes: the element of `<link>…</link>` gets its content, that of `<time/>` is shown as it is. */
type Elements = Readonly<Record<string, ReactElement>>;

const tag = /<(\/?)([a-z]\w*)(\/?)>/g;

/**
 * @param sentence English, with tags: `Read the <link>guide</link> of {{name}}`
 * @param values what is put in braces; a tag in a value stays text
 * @returns what React shows; a tag without an element shows its content
 */
export function richText(sentence: string, values: TextValues, elements: Elements): ReactNode {
  const text = textWithTags(sentence, values);
  const open: { name: string; nodes: ReactNode[] }[] = [{ name: '', nodes: [] }];
  let done = 0;
  const add = (node: ReactNode): void => void open.at(-1)?.nodes.push(node);
  const element = (name: string, content: ReactNode): ReactNode => {
    const shown = elements[name];
    return shown === undefined || content === null ? (shown ?? content) : cloneElement(shown, undefined, content);
  };
  for (const { 0: whole, 1: closing, 2: name = '', 3: alone, index } of text.matchAll(tag)) {
    add(fillText(text.slice(done, index), values));
    done = index + whole.length;
    if (alone === '/') add(element(name, null));
    else if (closing === '') open.push({ name, nodes: [] });
    else if (open.length > 1) {
      const { name: opened = '', nodes = [] } = open.pop() ?? {};
      add(element(opened, inOne(nodes)));
    }
  }
  add(fillText(text.slice(done), values));
  return inOne(open.flatMap(({ nodes }) => nodes));
}

/** Nodes that need no keys. */
const inOne = (nodes: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...nodes);
