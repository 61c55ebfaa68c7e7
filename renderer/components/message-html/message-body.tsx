/** The text of a message: its HTML, cleaned and enriched once and cloned for each row, with one listener for what is in it. */
import { memo, useLayoutEffect, useRef } from 'react';
import { loadCode } from '../../client/lazy-part.ts';
import { messageFragment, moveOnHover, type HtmlContext } from './enrich-html.ts';
import { directionOf } from './message-direction.ts';

export type BodyAction =
  | { kind: 'user'; userId: number; element: HTMLElement }
  | { kind: 'picture'; path: string; title: string; element: HTMLElement }
  | { kind: 'file'; path: string; title: string; element: HTMLElement }
  | { kind: 'playground'; language: string; code: string; element: HTMLElement };

interface BodyProps {
  html: string;
  context: HtmlContext;
  /** Without it, people are only named, and pictures open as links do. */
  onAction?: (action: BodyAction) => void;
  onCopy: (text: string) => void;
  /** Said after the last word, e.g. that it was edited. */
  note?: string | undefined;
}

/** Fragments by context and HTML: the same message in two views, or drawn again after scrolling, is read once. */
const fragments = new WeakMap<HtmlContext, Map<string, DocumentFragment>>();
const keptFragments = 500;
const hoverEvents = ['mouseover', 'mouseout', 'focusin', 'focusout'] as const;

function fragmentOf(html: string, context: HtmlContext): DocumentFragment {
  const known = fragments.get(context) ?? new Map<string, DocumentFragment>();
  fragments.set(context, known);
  const fragment = known.get(html) ?? messageFragment(html, context);
  if (!known.has(html) && fragment.querySelector('.katex-html') !== null) styleMath();
  known.delete(html);
  known.set(html, fragment);
  const oldest = known.keys().next();
  if (known.size > keptFragments && oldest.done === false) known.delete(oldest.value);
  return fragment.cloneNode(true) as DocumentFragment;
}

export const MessageBody = memo(function MessageBody(props: BodyProps) {
  const { html, context, onAction, onCopy, note } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const open = openSpoilers(element);
    element.replaceChildren(fragmentOf(html, context));
    element.dir = directionOf(element);
    showFiles(element, context);
    if (note !== undefined) addNote(element, note);
    for (const index of open) toggleSpoiler(element.querySelectorAll<HTMLElement>('.spoiler-toggle')[index]);
  }, [html, context, note]);
  useLayoutEffect(() => {
    const element = place.current;
    const listen = (event: Event): void => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      act(event, onAction, onCopy);
    };
    element?.addEventListener('click', listen);
    element?.addEventListener('keydown', listen);
    return () => {
      element?.removeEventListener('click', listen);
      element?.removeEventListener('keydown', listen);
    };
  }, [onAction, onCopy]);
  useLayoutEffect(() => {
    const element = place.current;
    const onLost = (event: Event): void => void fileParts?.replaceLostPicture(event, context.describeFile);
    for (const type of hoverEvents) element?.addEventListener(type, moveOnHover);
    // It does not bubble.
    element?.addEventListener('error', onLost, true);
    return () => {
      for (const type of hoverEvents) element?.removeEventListener(type, moveOnHover);
      element?.removeEventListener('error', onLost, true);
    };
  }, [context]);
  return <div ref={place} className="message-body" dir="auto" />;
});

/** Cards, rows of pictures and linked pages: their code comes with the first message that has any. */
let fileParts: Awaited<ReturnType<typeof loadFileParts>> | null = null;
const loadFileParts = () => import('./file-parts.ts');

function showFiles(element: HTMLElement, { describeFile }: HtmlContext): void {
  if (element.querySelector('a[href^="/user_uploads/"], .message_embed') === null) return;
  if (fileParts !== null) return fileParts.showFiles(element, describeFile);
  const shown = element.firstChild;
  void loadCode(loadFileParts).then((code) => {
    fileParts = code;
    // Another text may have taken its place.
    return element.firstChild === shown && code?.showFiles(element, describeFile);
  });
}

/** In the line of the last words, where there is one. */
function addNote(element: HTMLElement, note: string): void {
  const span = document.createElement('span');
  span.className = 'message-edited';
  span.textContent = note;
  const last = element.lastElementChild;
  (last instanceof HTMLParagraphElement ? last : element).append(span);
}

function act(event: Event, onAction: BodyProps['onAction'], onCopy: BodyProps['onCopy']): void {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-action]') : null;
  if (control === null) return;
  // A user who drags over words selects them.
  if (event.type === 'click' && getSelection()?.isCollapsed === false) return;
  const isNative = control instanceof HTMLButtonElement || control instanceof HTMLAnchorElement;
  if (event instanceof KeyboardEvent && isNative) return;
  switch (control.dataset['action']) {
    case 'spoiler':
      toggleSpoiler(control);
      break;
    case 'copy-code':
      onCopy(codeAt(control));
      break;
    case 'wrap-code': {
      const isOn = control.closest('.codehilite')?.classList.toggle('is-wrapped') === true;
      control.setAttribute('aria-pressed', String(isOn));
      break;
    }
    case 'playground': {
      const language = control.closest<HTMLElement>('.codehilite')?.dataset['codeLanguage'] ?? '';
      onAction?.({ kind: 'playground', language, code: codeAt(control), element: control });
      break;
    }
    case 'play':
      playBeside(control);
      break;
    case 'user':
      onAction?.({ kind: 'user', userId: Number(control.dataset['userId']), element: control });
      break;
    case 'file': {
      const card = control.closest<HTMLElement>('.file-card');
      const path = card?.dataset['file'] ?? '';
      const title = card?.querySelector('.file-name')?.textContent ?? '';
      if (onAction === undefined) open(path, '_blank', 'noopener');
      else onAction({ kind: 'file', path, title, element: control });
      break;
    }
    case 'picture': {
      const { ctrlKey, metaKey, button } = event as MouseEvent;
      if (ctrlKey || metaKey || button === 1 || onAction === undefined) return;
      const path = control.getAttribute('href') ?? '';
      onAction({ kind: 'picture', path, title: control.title, element: control });
      break;
    }
    default:
      return;
  }
  event.preventDefault();
}

const codeAt = (control: HTMLElement): string =>
  control.closest('.codehilite')?.querySelector('pre')?.textContent ?? '';

function playBeside(button: HTMLElement): void {
  const before = button.previousElementSibling;
  const link = before instanceof HTMLAnchorElement ? before : (before?.querySelector('a') ?? null);
  const path = link?.getAttribute('href') ?? '';
  const player = document.createElement(/\.(?:mp4|webm)$/i.test(path) ? 'video' : 'audio');
  player.controls = true;
  player.className = 'player';
  player.src = path;
  player.title = link?.textContent ?? '';
  button.replaceWith(player);
  // Where the browser does not let a page begin on its own, its own button is there.
  void player.play().catch(() => undefined);
}

function openSpoilers(element: HTMLElement): number[] {
  return [...element.querySelectorAll('.spoiler-toggle')].flatMap((toggle, index) =>
    toggle.getAttribute('aria-expanded') === 'true' ? [index] : [],
  );
}

function toggleSpoiler(toggle: HTMLElement | undefined): void {
  const content = toggle?.nextElementSibling;
  if (toggle === undefined || !(content instanceof HTMLElement)) return;
  content.hidden = !content.hidden;
  toggle.setAttribute('aria-expanded', String(!content.hidden));
}

/** Formulas are drawn by the browser's own MathML until KaTeX's style is here, which the first of them asks for. */
let asked: Promise<void> | undefined;

/** Has formulas drawn as KaTeX draws them, as soon as its style has come; where it does not come they stay MathML. */
function styleMath(): void {
  asked ??= style();
}

async function style(): Promise<void> {
  try {
    await import('./math-style.ts');
    document.documentElement.dataset['math'] = 'styled';
  } catch {
    // The next formula asks again.
    asked = undefined;
  }
}
