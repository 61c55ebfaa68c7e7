/** Each of a user's own settings but the language: one confirmation when it is saved, one error when it is refused. */
import { fireEvent } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { page, runOn } from '../../client/page-port.ts';
import { userSettingGroups } from '../../client/user-settings.ts';
import { closePage, openChat } from '../../testing/chat-page.tsx';
import { Office } from '../../testing/office.ts';
import { noticeSlot, type Notice } from '../kit/notices.ts';

let office: Office;
/** Of the page that is open, the first one first. */
const notices: Notice[] = [];
const note = (): void => {
  for (const notice of noticeSlot.getState() ?? [])
    if (!notices.some(({ id }) => id === notice.id)) notices.push(notice);
};
const stop = noticeSlot.subscribe(note);

beforeAll(async () => {
  office = await Office.open();
});
afterAll(async () => {
  stop();
  await office.close();
});
beforeEach(() => notices.splice(0));
afterEach(closePage);

interface Setting {
  /** Of its part of the page. */
  title: string;
  label: string;
}

type Control = HTMLInputElement | HTMLSelectElement;

const ofTable = (names: readonly string[]): Setting[] =>
  Object.entries(userSettingGroups())
    .filter(([name]) => names.includes(name))
    .flatMap(([, { title, settings }]) =>
      settings.filter(({ only }) => only !== 'defaults').map(({ label }) => ({ title, label })),
    );

/** Settings of this browser, which no server refuses. */
const ofBrowser: readonly Setting[] = [
  'Open conversations at the newest message',
  'Sort channels by unread',
  'Keep 250 messages on the page',
].map((label) => ({ title: 'Reading', label }));

const groupsOf = {
  preferences: ['appearance', 'reading', 'topics', 'writing', 'privacy'],
  notifications: ['phones', 'desktop', 'sounds', 'badge', 'email'],
} as const;
const timeZone: Setting = { title: 'Visible to others', label: 'Your time zone' };

function controlOf({ title, label }: Setting): Control | undefined {
  const group = [...document.querySelectorAll('.setting-group')].find(
    (each) => each.getAttribute('aria-label') === title,
  );
  const named = [...(group?.querySelectorAll('label') ?? [])].find(({ textContent }) => textContent === label);
  return (document.getElementById(named?.htmlFor ?? '') as Control | null) ?? undefined;
}

const valueOf = (control: Control): string =>
  control instanceof HTMLInputElement ? String(control.checked) : control.value;

/** Chooses another value, and waits for what is said about it. */
async function change(setting: Setting): Promise<void> {
  await expect.poll(() => controlOf(setting), { message: setting.label }).toBeDefined();
  const control = controlOf(setting) as Control;
  const before = notices.length;
  if (control instanceof HTMLInputElement) fireEvent.click(control);
  else {
    const other = [...control.options].find(({ value }) => value !== control.value);
    fireEvent.change(control, { target: { value: other?.value ?? '' } });
  }
  await expect.poll(() => notices.length, { message: setting.label }).toBeGreaterThan(before);
}

const said = (): unknown[] => notices.map(({ text, isError }) => ({ text, isError }));

const pages: readonly [section: keyof typeof groupsOf, others: readonly Setting[]][] = [
  ['preferences', [...ofBrowser, timeZone]],
  ['notifications', []],
];

test.each(pages)('confirms each setting of the page %s once', async (section, others) => {
  const settings = [...ofTable(groupsOf[section]), ...others];
  expect(settings.length).toBeGreaterThan(15);
  await openChat(office, `#settings/${section}`);
  for (const setting of settings) await change(setting);
  expect(said()).toEqual(settings.map(({ label }) => ({ text: `Saved: ${label}`, isError: false })));
});

test.each(pages)(
  'shows one error for each refused setting of the page %s, and its former value',
  async (section, others) => {
    const settings = [...ofTable(groupsOf[section]), ...others].filter((setting) => !ofBrowser.includes(setting));
    await openChat(office, `#settings/${section}`);
    const browser = page();
    runOn({
      ...browser,
      fetch: async (path, options) =>
        options.method === 'PATCH' && path.endsWith('/settings')
          ? Response.json({ result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' }, { status: 400 })
          : browser.fetch(path, options),
    });
    try {
      for (const setting of settings) {
        await expect.poll(() => controlOf(setting), { message: setting.label }).toBeDefined();
        const before = valueOf(controlOf(setting) as Control);
        await change(setting);
        await expect.poll(() => valueOf(controlOf(setting) as Control), { message: setting.label }).toBe(before);
      }
    } finally {
      runOn(browser);
    }
    expect(said()).toEqual(settings.map(() => ({ text: 'Not today.', isError: true })));
  },
);

test('the table has no group of settings that neither page shows', () => {
  expect(Object.keys(userSettingGroups()).toSorted()).toEqual(Object.values(groupsOf).flat().toSorted());
});
