/**
 * Visibility changes run in `withVisibilityEvents`: subscriptions, roles, members of groups, and the columns of a channel
 * that decide who may. Read from the text of functions: one that writes outside of it is a writer for its callers in turn.
 */
import { expect, test } from 'vitest';
import { isTest, sourceFiles } from './tree.ts';

/** The functions of the storey of rows that write subscriptions and members of groups. */
const rowWriters = [
  'activateSubscription',
  'deactivateSubscription',
  'addMember',
  'removeMember',
  'addSubgroup',
  'removeSubgroup',
];
/** These write any column of an account or a channel. */
const writesColumns = /\bupdateUserRow\([^;]*\brole\b|\bupdateChannelRow\(/;
const harmless = /\b(?:changeChannel|updateChannelRow)\([^;{]*\{ (?:first_message_id|is_default)\b[^;]*?\}\)/g;

/** Functions that write outside of it, and why nothing else has to be announced. */
const announcedOtherwise: Readonly<Record<string, string>> = {
  createUser: 'a new account is announced whole, with its groups and channels',
  reactivateUser: 'an account that comes back is announced as a new one',
  createGroup: 'no permission names a new group yet',
  createSystemGroups: 'the organization has no accounts yet',
  joinSystemGroups: 'an import writes before any client of these accounts listens',
};

interface Unit {
  name: string;
  /** From the root. */
  path: string;
  /** Files that its file imports. */
  imports: ReadonlySet<string>;
  /** Without comments, texts and the functions in it. */
  text: string;
  /** The function that it is in; undefined at the top of a file. */
  within: string | undefined;
}
type Source = Pick<ReturnType<typeof sourceFiles>[number], 'path' | 'text' | 'imports'>;

function unitsOf({ path, text: source, imports: imported }: Source): Unit[] {
  const imports = new Set(imported.map(({ target }) => target));
  const text = source
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g, '')
    .replaceAll(harmless, '');
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:function\*? |const )(\w+)/gm)];
  return starts.flatMap((start, index) => {
    const [, name = ''] = start;
    let rest = text.slice(start.index, starts[index + 1]?.index);
    const inner: Unit[] = [];
    for (const match of [...rest.matchAll(/\n\s+const (\w+) = (?:async )?\([^)]*\)[^=;]*=>/g)].toReversed()) {
      const at = match.index + match[0].length;
      const end = endOf(rest, at, ';');
      inner.push({ name: match[1] ?? '', path, imports, text: rest.slice(at, end), within: name });
      rest = rest.slice(0, match.index) + rest.slice(end);
    }
    return [{ name, path, imports, text: rest, within: undefined }, ...inner];
  });
}

/** Where a bracket that was opened before `from` is closed, or an `end` outside of brackets stands. */
function endOf(text: string, from: number, end: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (depth === 0 && (sign === end || ')]}'.includes(sign))) return at;
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
  }
  return text.length;
}

/** @returns the text outside of the calls of these functions, and what is handed to them. */
function parted(text: string, functions: ReadonlySet<string>): { outside: string; inside: string } {
  let [outside, inside, from] = ['', '', 0];
  for (const match of text.matchAll(new RegExp(String.raw`(?<!function )\b(?:${[...functions].join('|')})\(`, 'g'))) {
    if (match.index < from) continue;
    const [begin, end] = [match.index + match[0].length, endOf(text, match.index + match[0].length, ')')];
    outside += text.slice(from, match.index);
    inside += text.slice(begin, end);
    from = end;
  }
  return { outside: outside + text.slice(from), inside };
}

const wordsIn = (text: string): Set<string> => new Set(text.match(/\w+/g));

/** @returns the functions that write outside of it: all of them, and those with no caller left in domain/ that could run it. */
function unwatched(all: readonly Unit[]): { writers: Set<string>; strays: string[] } {
  const units = all.filter(({ name }) => !Object.hasOwn(announcedOtherwise, name));
  const wrappers = new Set(['withVisibilityEvents']);
  for (const { name, text, within } of units) {
    const at = text.indexOf('(') + 1;
    const parameters = text.slice(at, endOf(text, at, ')'));
    const taken = [...parameters.matchAll(/(\w+): \([^)]*\) =>/g)].map(([, parameter = '']) => parameter);
    const { inside } = parted(text, new Set(['withVisibilityEvents']));
    if (within === undefined && taken.some((parameter) => wordsIn(inside).has(parameter))) wrappers.add(name);
  }
  const outsideOf = new Map(units.map((unit) => [unit, parted(unit.text, wrappers).outside]));
  const wordsOf = new Map(units.map((unit) => [unit, wordsIn(outsideOf.get(unit) ?? '')]));
  const found = new Set(
    units.filter((unit) => {
      const words = wordsOf.get(unit);
      return writesColumns.test(outsideOf.get(unit) ?? '') || rowWriters.some((name) => words?.has(name));
    }),
  );
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const unit of units) {
      const isCaller = [...found].some(
        (other) =>
          (other.within === undefined
            ? other.path === unit.path || unit.imports.has(other.path)
            : other.path === unit.path && other.within === unit.name) && wordsOf.get(unit)?.has(other.name),
      );
      if (isCaller) found.add(unit);
    }
  }
  const top = [...found].filter(({ within }) => within === undefined);
  return {
    writers: new Set(top.map(({ name }) => name)),
    strays: top.filter(({ path }) => !path.startsWith('server/domain/')).map(({ path, name }) => `${path}: ${name}`),
  };
}

const units = sourceFiles()
  .filter(
    (file) =>
      /^server\/(?:domain|api|operations|runtime)\//.test(file.path) &&
      !isTest(file) &&
      !/(?:^|[/-])rows\.ts$/.test(file.path),
  )
  .flatMap(unitsOf);

test('a change of who sees what runs in withVisibilityEvents', () => {
  expect(unwatched(units).strays).toEqual([]);
});

test('a verb that forgets it is found, through the functions that call it', () => {
  const importing = (...files: string[]): Source['imports'] =>
    files.map((file) => ({ target: `server/domain/${file}`, isOwn: true, isTypeOnly: false }));
  const withVerb = (body: string): Unit[] => [
    ...units,
    ...[
      {
        path: 'server/domain/groups/join.ts',
        text: `export function joinGroup(acting): void {\n  ${body};\n}\n`,
        imports: importing('groups/system-groups.shared.ts', 'channels/change.shared.ts'),
      },
      {
        path: 'server/api/join.ts',
        text: 'export const join = endpoint({\n  run: ({ write }) => write((acting) => joinGroup(acting)),\n});\n',
        imports: importing('groups/join.ts'),
      },
    ].flatMap(unitsOf),
  ];
  const change = 'addMember(acting.tx, 1, acting.user.id)';
  expect(unwatched(withVerb(change)).strays).toEqual(['server/api/join.ts: join']);
  expect(unwatched(withVerb('keepSystemGroups(acting, acting.user, everyone)')).strays).toHaveLength(1);
  expect(unwatched(withVerb('updateUserRow(acting.tx, 1, { role: 100 })')).strays).toHaveLength(1);
  expect(unwatched(withVerb('changeChannel(acting, channel, { invite_only: 0 })')).strays).toHaveLength(1);
  expect(unwatched(withVerb('changeChannel(acting, channel, { first_message_id: 1 })')).strays).toEqual([]);
  const watched = `withVisibilityEvents(acting, { groups: true }, () => ${change})`;
  expect(unwatched(withVerb(watched)).strays).toEqual([]);
});

test('every reason names a function that writes outside of it', () => {
  const all = new Map(units.map((unit) => [unit.name, unit]));
  const { writers } = unwatched(units);
  const idle = Object.keys(announcedOtherwise).filter((name) => {
    const { outside } = parted(all.get(name)?.text ?? '', new Set(['withVisibilityEvents']));
    return ![...rowWriters, ...writers].some((writer) => wordsIn(outside).has(writer));
  });
  expect(idle).toEqual([]);
});
