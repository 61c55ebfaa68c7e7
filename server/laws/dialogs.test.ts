/** Requirements of all console dialogs and forms: a way through it by keyboard, and a question before what was typed is lost. */
import { expect, test } from 'vitest';
import { sourceFiles } from './tree.ts';

const all = sourceFiles();
const files = all.filter(
  ({ path }) => /^renderer\/console\/(?!components\/|confirm-action)/.test(path) && path.endsWith('.tsx'),
);
/** The test's own list, which is read and not imported: a law knows no browser. */
const list = all.find(({ path }) => path === 'e2e/console-dialogs.ts')?.text ?? '';

test('each dialog and panel is on the list of those that are gone through by keyboard, once a use', () => {
  const uses = files.flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:Dialog|FormModal|ConfirmModal|ConfirmAction|SidePanel)\b/g)].map(() =>
      path.replace('renderer/console/', ''),
    ),
  );
  expect(uses.length).toBeGreaterThan(35);
  const listed = [...list.matchAll(/'([\w/-]+\.tsx)'/g)].map(([, path]) => path ?? '');
  expect(listed.toSorted()).toEqual(uses.toSorted());
});

test('a dialog is one of those that give the focus back', () => {
  const strays = files.filter(({ text }) => /<(?:Modal|Drawer)(?:\.Root)?[\s>]/.test(text));
  expect(strays.map(({ path }) => path)).toEqual([]);
});

/** Forms in which nothing is lost that someone would miss, with the reason. */
const without: Record<string, string> = {
  'restore/restore-modal.tsx': 'a password, to say that one is sure',
  'screens/sign-in/screen.tsx': 'nobody is inside yet',
  'screens/sign-in/second-step.tsx': 'nobody is inside yet',
  'screens/welcome/screen.tsx': 'a link that is pasted',
  'screens/home/api-key.tsx': 'a password, to see a key',
  'screens/api/operation-form.tsx': 'a call that is tried, and stands on the time line once it was sent',
  'screens/labs/fault-lab.tsx': 'a fault that is tried',
  'screens/labs/snapshots.tsx': 'one short name',
  'screens/organization/authentication/ldap-test.tsx': 'a name that is tried',
  'screens/organization/domains.tsx': 'one short name',
};

test('every form asks before it throws away what was typed', () => {
  const forms = files.filter(({ text }) => /<form\b|component="form"/.test(text));
  const careless = forms.filter(({ text }) => !/\buseUnsaved\(/.test(text));
  expect(careless.map(({ path }) => path.replace('renderer/console/', '')).toSorted()).toEqual(
    Object.keys(without).toSorted(),
  );
});
