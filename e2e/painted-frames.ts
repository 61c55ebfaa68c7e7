/** Painted frames of a message list: records each frame and finds jumps between two of them. */
import type { Page } from '@playwright/test';

/** A frame: for each message on the screen its id and where it ends, in pixels from the upper edge of the list; from above. */
type Frame = readonly (readonly [id: number, end: number])[];

/** A frame as it is noted: for each message its id, where it ends, and where it begins in the window. */
type NotedFrame = (readonly [id: number, end: number, top: number])[];

/**
 * Notes from now on what each frame paints. A list measures its rows while a frame is made and mends its place before the frame is
 * painted; what stood there before that, no one sees. So this looks when sizes are reported, after the list was reported them.
 * @returns a function that gives the frames since it was last asked.
 */
export async function watchFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(noteFrames);
  return () => framesOf(page);
}

/** Like `watchFrames`, for what is still to be opened: from the first frame in which a list of it is painted. */
export async function watchFirstFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.addInitScript(noteFrames);
  return () => framesOf(page);
}

/**
 * Notes from now on where a message is painted.
 * @returns a function that gives the places of its upper edge in the window so far, each once; -1 = it was not on the screen.
 */
export async function watchPlace(page: Page, id: number): Promise<() => Promise<number[]>> {
  await page.evaluate(noteFrames);
  const places = new Set<number>();
  const placeIn = (frame: NotedFrame): number => Math.round(frame.find(([each]) => each === id)?.[2] ?? -1);
  return async () => {
    for (const frame of await notedIn(page)) places.add(placeIn(frame));
    return [...places];
  };
}

const notedIn = (page: Page): Promise<NotedFrame[]> =>
  page.evaluate(() => (window as unknown as { frames: NotedFrame[] }).frames.splice(0));

const framesOf = async (page: Page): Promise<Frame[]> =>
  (await notedIn(page)).map((frame) => frame.map(([id, end]) => [id, end] as const));

/** Runs in the page. */
function noteFrames(): void {
  const frames: NotedFrame[] = [];
  (window as unknown as { frames: typeof frames }).frames = frames;
  let scroller: Element | null = null;
  const probe = document.createElement('div');
  probe.style.cssText = 'position: fixed; inset: 0 auto auto 0; inline-size: 1px; visibility: hidden';
  const note = (): void => {
    const view = scroller?.getBoundingClientRect();
    if (view === undefined) return;
    const places = [...document.querySelectorAll<HTMLElement>('.message')].map((message) => ({
      id: Number(message.dataset['messageId']),
      box: message.getBoundingClientRect(),
    }));
    const seen = places.filter(({ box }) => box.bottom > view.top && box.top < view.bottom);
    frames.push(seen.map(({ id, box }) => [id, box.bottom - view.top, box.top]));
  };
  let observer: ResizeObserver | null = null;
  // Sizes are reported in the order in which they were asked for: with each list again, so that it was given them before.
  const followList = (): void => {
    const current = document.querySelector('.feed-scroller');
    if (current === scroller) return;
    scroller = current;
    observer?.disconnect();
    if (current === null) return;
    document.body.append(probe);
    observer = new ResizeObserver(note);
    observer.observe(probe);
  };
  const grow = (): void => {
    probe.style.blockSize = probe.style.blockSize === '1px' ? '2px' : '1px';
    requestAnimationFrame(grow);
  };
  followList();
  new MutationObserver(followList).observe(document, { childList: true, subtree: true });
  grow();
}

/** A finger's way is reported in whole pixels, and rests between two of them. */
const rounding = 1;

/**
 * @param towards where the list is scrolled: 'older' moves what is seen down, 'newer' up.
 * @returns what jumped, in words: messages that moved against the finger, or not all alike; none where nothing did. A message is
 *   known by its end: the name above the oldest one goes when older ones come.
 */
export function jumpsIn(frames: readonly Frame[], towards: 'older' | 'newer'): string[] {
  return frames.flatMap((frame, index) => {
    const before = new Map(frames[index - 1]);
    if (before.size === 0 || frame.length === 0) return [];
    const moves = frame.flatMap(([id, end]) => [end - (before.get(id) ?? NaN)]).filter((by) => !Number.isNaN(by));
    const ids = `${[...before.keys()].join(' ')} → ${frame.map(([id]) => id).join(' ')}`;
    const isOlder = Math.max(...frame.map(([id]) => id)) < Math.min(...before.keys());
    if (moves.length === 0) return isOlder === (towards === 'older') ? [] : [`turned round: ${ids}`];
    const [least, most] = [Math.min(...moves), Math.max(...moves)];
    const isBack = towards === 'older' ? least < -rounding : most > rounding;
    return isBack || most - least > rounding ? [`moved by ${least} to ${most}: ${ids}`] : [];
  });
}
