/** Downloads of the window: what pages learn of them, and which files they may have opened. */
import { expect, it } from 'vitest';
import { canBeOpened, Downloads } from './downloads.ts';

function setUp(problem = '') {
  const done: string[] = [];
  let changes = 0;
  const downloads = new Downloads({
    openFile: async (path) => {
      done.push(`open ${path}`);
      return problem;
    },
    showFile: (path) => void done.push(`show ${path}`),
    onChange: () => (changes += 1),
  });
  return { downloads, done, changes: () => changes };
}

it('reports a saved file under the name that it was saved under, opens it and shows it in its folder', async () => {
  const { downloads, done, changes } = setUp();
  downloads.ended('plan.pdf', '/home/x/Downloads/plan (1).pdf', 'completed');
  expect(downloads.last()).toEqual({ name: 'plan (1).pdf', isSaved: true, canOpen: true });
  expect(changes()).toBe(1);
  downloads.dismiss();
  expect(downloads.last()).toBeNull();
  // The buttons of the notice still work.
  await downloads.open();
  downloads.show();
  expect(done).toEqual(['open /home/x/Downloads/plan (1).pdf', 'show /home/x/Downloads/plan (1).pdf']);
});

it('reports failed downloads, and no cancelled ones', async () => {
  const { downloads, done } = setUp();
  downloads.ended('plan.pdf', '', 'cancelled');
  expect(downloads.last()).toBeNull();
  downloads.ended('plan.pdf', '/home/x/plan.pdf', 'interrupted');
  expect(downloads.last()).toEqual({ name: 'plan.pdf', isSaved: false, canOpen: false });
  await downloads.open();
  downloads.show();
  downloads.failed('gone.txt');
  expect(downloads.last()).toMatchObject({ name: 'gone.txt', isSaved: false });
  expect(done).toEqual([]);
});

it('never opens a program, and shows a file in its folder where no program opens it', async () => {
  const program = setUp();
  program.downloads.ended('setup.exe', '/home/x/setup.exe', 'completed');
  await program.downloads.open();
  expect(program.done).toEqual([]);
  const unknown = setUp('No application is known for it');
  unknown.downloads.ended('a.epub', '/home/x/a.epub', 'completed');
  await unknown.downloads.open();
  expect(unknown.done).toEqual(['open /home/x/a.epub', 'show /home/x/a.epub']);
});

it.each([
  ['plan.PDF', true],
  ['notes.txt', true],
  ['picture.jpeg', true],
  ['setup.exe', false],
  ['run.sh', false],
  ['hearth.desktop', false],
  ['Hearth.AppImage', false],
  ['page.html', false],
  ['drawing.svg', false],
  ['macros.docm', false],
  ['script.command', false],
  ['link.lnk', false],
  ['plan.pdf.exe', false],
  ['pdf', false],
])('lets a page have %s opened: %s', (name, may) => {
  expect(canBeOpened(name)).toBe(may);
});
