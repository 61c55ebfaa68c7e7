/**
 * Lazy page parts that retry while the server is down. Where `lazy` alone would take the whole
 * page down, a part is asked for again when the server answers.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const pauseMs = 1000;
/** Failures beside a server that answers: then the part no longer exists, and waiting is of no use. */
const mostFailures = 3;

let partGone: (() => void) | null = null;

/**
 * The server has another build than this page, and parts of this one no longer exist. @param listener notifies the reader; the
 * page stays, without the part. Where no one listens, a part that is gone takes the page down.
 */
export function onPartGone(listener: () => void): void {
  partGone = listener;
}

/** `fetch` loads it before it is drawn. */
type LazyPart<Props extends object> = LazyExoticComponent<ComponentType<Props>> & { fetch: () => Promise<unknown> };

/** As React's `lazy`. @param load gives the component itself. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const asked = async (): Promise<{ default: ComponentType<Props> }> => ({
    default: await persistently(load).catch((error: unknown) => {
      if (partGone === null) throw error;
      partGone();
      return nothing;
    }),
  });
  let part: ReturnType<typeof asked> | null = null;
  const fetchOnce = (): ReturnType<typeof asked> => (part ??= asked());
  return Object.assign(lazy(fetchOnce), { fetch: fetchOnce });
}

/** Loads code that an action needs, as `lazyPart` loads a component. @returns null when the server has another build. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code | null> {
  return persistently(load).catch((error: unknown) => {
    if (partGone === null) throw error;
    partGone();
    return null;
  });
}

const nothing = (): null => null;

async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch (error) {
      if (failures === mostFailures) throw error;
      await serverIsThere();
      askAgainForStyles();
    }
  }
}

async function serverIsThere(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, pauseMs));
  while (!(await isAnswering()));
}

const isAnswering = async (): Promise<boolean> =>
  fetch('/health').then(
    (answer) => answer.ok,
    () => false,
  );

/** The loader asks for a style sheet once: one that did not come is put in its place again. */
function askAgainForStyles(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}
