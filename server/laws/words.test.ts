/** Every sentence that the pages show goes through the translation library, so that a language is a file. */
import { join } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import {
  isJsxAttribute,
  isJsxText,
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
  isBinaryExpression,
  isConditionalExpression,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isParenthesizedExpression,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { isTest, root, sourceFiles } from './tree.ts';

/** Attributes that a person reads or hears. */
const seen =
  /^(?:aria-label|aria-description|aria-placeholder|aria-roledescription|aria-valuetext|label|title|placeholder|description|alt|\w+Label)$/;

/** What is the same in every language, with the reason. */
const sameEverywhere: Record<string, string> = {
  'npm run demo': 'a command',
  'ntfy subscribe': 'a command',
  Enter: 'a key',
  Tab: 'a key',
  Esc: 'a key',
  'Ctrl K': 'keys',
  '&nbsp;': 'a space',
  'npm run restore -- --from FILE.hearth-backup --data-dir NEW-FOLDER': 'a command',
  GET: 'a method of HTTP',
  '(?P<id>[0-9]+)': 'a pattern',
  'https://tracker.example.com/{id}': 'an address',
  'smtp.example.com': 'a host',
  '%(username)s': 'a placeholder of the API',
  'https://code.example.com/%(username)s': 'an address',
};

/** What a node says on its own, in whichever case; what is asked, called or looked up is reported by another node. */
function literals(node: Node): string[] {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) || isJsxText(node)) return [node.text.trim()];
  if (isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].map((part) => part.trim());
  if (isParenthesizedExpression(node)) return literals(node.expression);
  if (isJsxExpression(node)) return node.expression === undefined ? [] : literals(node.expression);
  if (isConditionalExpression(node)) return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  if (isBinaryExpression(node))
    return isComparison(node.operatorToken.getText()) ? [] : [...literals(node.left), ...literals(node.right)];
  return [];
}

const isComparison = (operator: string): boolean => /^(?:[=!]==|[<>]=?|in)$/.test(operator);

function wordsOf(node: Node): string[] {
  const own =
    isJsxAttribute(node) && seen.test(node.name.getText())
      ? node.initializer === undefined
        ? []
        : literals(node.initializer)
      : isJsxElement(node) || isJsxFragment(node)
        ? node.children.flatMap(literals)
        : [];
  const below: string[] = [];
  node.forEachChild((child) => void below.push(...wordsOf(child)));
  return [...own, ...below];
}

test('every sentence of the pages goes through the translation library', () => {
  const paths = sourceFiles()
    .filter((file) => file.path.startsWith('renderer/') && file.path.endsWith('.tsx') && !isTest(file))
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(100);
  const api = new API({ cwd: root });
  try {
    const config = join(root, 'renderer/tsconfig.json');
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    const found = paths.flatMap((path) => {
      const source = project?.program.getSourceFile(join(root, path));
      if (source === undefined) throw new Error(`${path} is in no project`);
      return wordsOf(source)
        .filter((words) => /\p{L}/u.test(words) && sameEverywhere[words] === undefined)
        .map((words) => `${path}: ${words}`);
    });
    expect(found).toEqual([]);
  } finally {
    api.close();
  }
});
