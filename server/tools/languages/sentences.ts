/**
 * Sentences of the sources: every call of `t` and `richText`, read from the syntax tree. The English sentence is the key of its translations,
 * so it must be written in the call itself. The maintained extractor of i18next needs Node 22 and a compiler of its own; this is what we use of it.
 */
import { parseSync } from 'vite';
import { namesIn } from './markup.ts';

/** One place that shows a sentence. */
export interface Use {
  /** The English sentence, with `_context` where the call names one. */
  key: string;
  /** The call has a `count`: languages have a sentence for each of their plural forms. */
  isPlural: boolean;
  /** From the root. */
  path: string;
  line: number;
}

/** A mistake in a file, at its line. */
export interface Problem {
  path: string;
  line: number;
  message: string;
}

export interface Found {
  uses: Use[];
  problems: Problem[];
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const functions = new Set(['t', 'richText']);
/** Functions of the server whose argument becomes the message of an error; it is translated when it is shown (server/texts.ts). */
const errorMakers =
  /^(?:phrase|StartRefusedError|UsageError|ListenError|ServiceError|BackupRefused|LdapError|refusal|ApiError|badRequest|invalidParameter|invalidField|coded|notFound|doesNotExist|unauthorized|unauthorizedPrincipal|SignInRefusal|authenticationFailed|storageUnavailable|bodyTooLarge|ensure|LinkifierError|UrlTemplateError|DeliveryError|AddressRefused)$/;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string';

/** @param path from the root. @returns the sentences of one source file, in their order. */
export function sentencesIn(path: string, text: string): Found {
  const uses: Use[] = [];
  const problems: Problem[] = [];
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) return { uses, problems: [{ path, line: 1, message: errors[0].message }] };
  const lines = lineStarts(text);
  if (path.startsWith('server/'))
    for (const found of errorsIn(program))
      uses.push({ key: found.message, isPlural: false, path, line: lineAt(lines, found.start) });
  visit({ ...program }, false, (call, isInFunction) => {
    const line = lineAt(lines, call.start);
    const report = (message: string): void => void problems.push({ path, line, message });
    if (!isInFunction) report('is called while the module loads, before the language is known: make it a function');
    const [sentence, values] = call['arguments'] as [Node | undefined, Node | undefined];
    const texts = sentence === undefined ? undefined : literalsOf(sentence);
    if (texts === undefined) return report('needs its sentence as a text in the call');
    const given = propertiesOf(values);
    if (given === undefined) return report('needs its values as an object in the call');
    if (given.properties.has('count') && !texts.every((one) => one.includes('{{')))
      report('has a count and no place for it: the sentence itself is the form for other numbers');
    const context = given.properties.get('context');
    const contexts = context === undefined ? [''] : literalsOf(context);
    if (contexts === undefined) return report('needs its context as a text in the call');
    for (const english of texts) {
      const lacking = given.isOpen ? [] : namesIn(english).filter((name) => !given.properties.has(name));
      if (lacking.length > 0) report(`has no value for ${lacking.join(', ')} in ${JSON.stringify(english)}`);
      for (const one of contexts)
        uses.push({
          key: one === '' ? english : `${english}_${one}`,
          isPlural: given.properties.has('count'),
          path,
          line,
        });
    }
  });
  return { uses, problems };
}

/** @returns the messages of the errors that a file of the server makes; an expression in one is a value by its name. */
function errorsIn(node: object): { message: string; start: number }[] {
  const own: { message: string; start: number }[] = [];
  const { type, callee, arguments: given } = node as Node;
  if ((type === 'CallExpression' || type === 'NewExpression') && errorMakers.test(nameOf(callee)))
    for (const argument of given as Node[])
      for (const message of messagesOf(argument))
        if (message.includes(' ') || nameOf(callee) === 'phrase') own.push({ message, start: argument.start });
  // What a maker of an error says when its caller names no message.
  const { left, right } = node as Node;
  if (type === 'AssignmentPattern' && nameOf(left) === 'msg' && isNode(right))
    for (const message of literalsOf(right) ?? []) own.push({ message, start: right.start });
  // A rule's reason to refuse a value.
  if (type === 'Property' && nameOf((node as Node)['key']) === 'objection')
    own.push(...phrasesIn((node as Node)['value']));
  const children = Object.values(node).flat() as unknown[];
  return [...own, ...children.filter(isNode).flatMap(errorsIn)];
}

/** @returns the texts of several words anywhere in a piece of source. */
function phrasesIn(value: unknown): { message: string; start: number }[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(phrasesIn);
  if (!isNode(value)) return [];
  const text = value.type === 'Literal' ? value['value'] : undefined;
  if (typeof text === 'string') return text.includes(' ') ? [{ message: text, start: value.start }] : [];
  return Object.values(value).flatMap(phrasesIn);
}

/** @returns the messages that an argument can be: a condition chooses one of several. */
function messagesOf(node: Node): string[] {
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].filter(isNode).flatMap(messagesOf);
  const message = messageOf(node);
  // Of values only: each is a sentence of its own.
  return message === undefined || message.replaceAll(/\{\{\w+\}\}/g, '').trim() === '' ? [] : [message];
}

function messageOf(node: Node, names = new Map<string, number>()): string | undefined {
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const [left, right] = [node['left'], node['right']].map((side) => messageOf(side as Node, names));
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (node.type !== 'TemplateLiteral') return literalsOf(node)?.[0];
  const places = (node['expressions'] as Node[]).map((expression) => {
    const name = nameOf(expression) || 'value';
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return count === 1 ? name : `${name}${count}`;
  });
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return quasis.map(({ value }, at) => value.cooked + (places[at] === undefined ? '' : `{{${places[at]}}}`)).join('');
}

/** Calls `found` with each call of a translation function. */
function visit(node: Node, isInFunction: boolean, found: (call: Node, isInFunction: boolean) => void): void {
  if (node.type === 'CallExpression' && functions.has(nameOf(node['callee']))) found(node, isInFunction);
  const isFunction = /Function/.test(node.type);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (isNode(child)) visit(child, isInFunction || isFunction, found);
}

/** @returns `t` of `t(…)` and of `texts.t(…)`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee['name']);
  return callee.type === 'MemberExpression' && callee['computed'] === false ? nameOf(callee['property']) : '';
}

/** @returns the texts that an expression can have; undefined where that is known at run time only. */
function literalsOf(node: Node): string[] | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : undefined;
  if (node.type === 'TemplateLiteral') {
    const [first, ...more] = node['quasis'] as { value: { cooked: string } }[];
    return first !== undefined && more.length === 0 ? [first.value.cooked] : undefined;
  }
  if (node.type === 'ConditionalExpression') return both(node['consequent'], node['alternate'], (a, b) => [...a, ...b]);
  if (node.type === 'BinaryExpression' && node['operator'] === '+')
    return both(node['left'], node['right'], (a, b) => a.flatMap((one) => b.map((two) => one + two)));
  return node.type === 'ParenthesizedExpression' && isNode(node['expression'])
    ? literalsOf(node['expression'])
    : undefined;
}

function both(a: unknown, b: unknown, join: (a: string[], b: string[]) => string[]): string[] | undefined {
  const [one, two] = [a, b].map((node) => (isNode(node) ? literalsOf(node) : undefined));
  return one === undefined || two === undefined ? undefined : join(one, two);
}

interface Given {
  properties: Map<string, Node>;
  /** More values come from another object. */
  isOpen: boolean;
}

/** @returns the properties of an object that is written in the call; undefined for another expression. */
function propertiesOf(node: Node | undefined): Given | undefined {
  const properties = new Map<string, Node>();
  if (node === undefined) return { properties, isOpen: false };
  if (node.type !== 'ObjectExpression') return undefined;
  let isOpen = false;
  for (const property of node['properties'] as Node[]) {
    const key = property['key'];
    if (property.type === 'SpreadElement' || !isNode(key)) isOpen = true;
    else
      properties.set(key.type === 'Identifier' ? String(key['name']) : String(key['value']), property['value'] as Node);
  }
  return { properties, isOpen };
}

/** @returns the offsets at which lines begin. */
export const lineStarts = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];

/** @returns the line of an offset, from 1. */
export function lineAt(starts: readonly number[], offset: number): number {
  const after = starts.findIndex((start) => start > offset);
  return after === -1 ? starts.length : after;
}
