/** Files that are dropped on a conversation. */
import { beforeEach, expect, test } from 'vitest';
import { noticeSlot } from '../kit/notices.ts';
import { droppedFiles } from './file-drop.ts';

const file = new File(['a'], 'plan.txt');
const folder = new File([''], 'photos');

/** Of a drop, as browsers give it: folders are among the files. @param folders names of those that are folders */
function drop(files: readonly File[], folders: readonly string[] = [], knowsEntries = true): DataTransfer {
  const items = files.map(({ name }) => ({
    kind: 'file',
    webkitGetAsEntry: () => (knowsEntries ? { name, isDirectory: folders.includes(name) } : null),
  }));
  return { files, items: [...items, { kind: 'string', webkitGetAsEntry: () => null }] } as unknown as DataTransfer;
}

const errors = (): string[] => (noticeSlot.getState() ?? []).filter(({ isError }) => isError).map(({ text }) => text);

beforeEach(() => noticeSlot.set(null));

test('takes files, also where the browser knows nothing of folders', () => {
  expect(droppedFiles(drop([file, folder]))).toEqual([file, folder]);
  expect(droppedFiles(drop([file], [], false))).toEqual([file]);
  expect(errors()).toEqual([]);
});

test('names a folder, which is no file, and takes the files beside it', () => {
  expect(droppedFiles(drop([folder, file], ['photos']))).toEqual([file]);
  expect(errors()).toEqual(['photos is a folder. Attach its files, or pack it into a zip archive first.']);
});
