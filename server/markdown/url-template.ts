// RFC 6570 address templates: the library expands them but accepts anything, so their grammar is checked here first.

import { parseTemplate, type Template } from 'url-template';
import { wellFormed } from './urls.ts';

const variablePattern =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(?::[1-9]\d{0,3}|\*)?$/;
const operators = '+#./;?&';

export interface UrlTemplate {
  /** Names of the variables, without repeats, in order of appearance. */
  variables: readonly string[];
  /** The address with the variables filled in; an undefined one counts as not given. */
  expand(values: Readonly<Record<string, string | undefined>>): string;
}

/** What is wrong with a template, as a sentence for the person who wrote it. */
export class UrlTemplateError extends Error {
  override name = 'UrlTemplateError';
}

/** Checks and parses a template. Throws UrlTemplateError. */
export function parseUrlTemplate(text: string): UrlTemplate {
  const variables = [...new Set(expressionsOf(text).flatMap(variablesOf))];
  const template: Template = parseTemplate(text);
  return {
    variables,
    expand: (values) => {
      const known: Record<string, string> = Object.create(null);
      for (const [name, value] of Object.entries(values)) {
        // A match may cut a surrogate pair in half, and percent-encoding refuses halves.
        if (value !== undefined) known[name] = wellFormed(value);
      }
      return template.expand(known);
    },
  };
}

/** The insides of all `{...}`. */
function expressionsOf(text: string): string[] {
  const expressions: string[] = [];
  let opened = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') {
      if (opened >= 0) throw new UrlTemplateError('A "{" stands inside another "{".');
      opened = at;
    } else if (text[at] === '}') {
      if (opened < 0) throw new UrlTemplateError('A "}" has no "{" before it.');
      expressions.push(text.slice(opened + 1, at));
      opened = -1;
    }
  }
  if (opened >= 0) throw new UrlTemplateError('A "{" is never closed.');
  return expressions;
}

function variablesOf(expression: string): string[] {
  const list = operators.includes(expression.charAt(0)) ? expression.slice(1) : expression;
  return list.split(',').map((variable) => {
    const name = variablePattern.exec(variable)?.[1];
    const written = `{${expression}}`;
    if (name === undefined) throw new UrlTemplateError(`"${written}" is not an expression of RFC 6570.`);
    return name;
  });
}
