/** A grid of emoji with search: arrows go through it, Enter takes, Esc closes; on phones it is a sheet. */
import './emoji-picker.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useStore } from 'zustand';
import { t } from '../../client/text.ts';
import { indexOf, ranked } from '../kit/ranking.ts';
import { useEmoji, type EmojiEntry } from '../store/emoji-data.ts';
import { closeEmojiPicker, type PickerRequest } from '../store/picker-request.ts';
import { emojiNearness, recentEmoji, rememberEmoji } from '../store/recent-emoji.ts';
import { useEmojiAsText } from '../store/use-chat.ts';
import { groupsOf, tagsOf, type EmojiGroup } from './emoji-groups.ts';
import { chooseTone, chosenTone, inTone, skinTones, type SkinTone } from './emoji-tones.ts';

/** Fewer where names stand in place of pictures. */
const columns = { pictures: 8, text: 2 };
const mostFound = 80;
const gap = 8;

export function EmojiPicker({ request }: { request: PickerRequest }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const emoji = useEmoji(true);
  const [query, setQuery] = useState('');
  const groups = useGroups(emoji, query);
  const asText = useEmojiAsText();
  const [isAwaited, setAwaited] = useState(false);
  usePlace(dialog, request.anchor);
  const tone = useStore(chosenTone);
  const pick = (plain: EmojiEntry): void => {
    const entry = inTone(plain, tone);
    rememberEmoji(plain);
    // While it is open nothing else can have the focus, and so no text.
    dialog.current?.close();
    closeEmojiPicker();
    request.onPick(entry);
  };
  const first = groups[0]?.emoji[0];
  // The organization's own are known before the others.
  const isLoaded = emoji.some(({ type }) => type === 'unicode_emoji');
  useEffect(() => {
    if (isAwaited && isLoaded && first !== undefined) pick(first);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type === 'search') {
      event.preventDefault();
      if (!isLoaded) setAwaited(true);
      else if (first !== undefined) pick(first);
    } else if (moveFocus(grid.current, event, asText ? columns.text : columns.pictures)) event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className={asText ? 'emoji-picker is-text' : 'emoji-picker'}
      aria-label={t('Emoji')}
      onCancel={(event) => {
        event.preventDefault();
        closeEmojiPicker();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) closeEmojiPicker();
      }}
      onKeyDown={onKeyDown}
    >
      <div className="emoji-content">
        <input
          type="search"
          className="emoji-search"
          placeholder={t('Find an emoji')}
          aria-label={t('Find an emoji')}
          autoComplete="off"
          value={query}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value);
            setAwaited(false);
          }}
        />
        {query.trim() === '' && <GroupBar groups={groups} grid={grid} asText={asText} />}
        <div ref={grid} className="emoji-grid">
          {groups.map((group) => (
            <Group key={group.key} group={group} asText={asText} tone={tone} onPick={pick} />
          ))}
          {groups.length === 0 && emoji.length > 0 && <p className="emoji-none">{t('No emoji found.')}</p>}
        </div>
        <Tones chosen={tone} />
      </div>
    </dialog>
  );
}

interface GroupBarProps {
  groups: readonly EmojiGroup[];
  grid: RefObject<HTMLDivElement | null>;
  asText: boolean;
}

/** Leads to the groups: the first emoji of each, or its name. */
function GroupBar({ groups, grid, asText }: GroupBarProps) {
  return (
    <nav className="emoji-groups" aria-label={t('Emoji categories')}>
      {groups.map(({ key, title, emoji: [first] }) => (
        <button
          key={key}
          type="button"
          aria-label={title}
          title={title}
          onClick={() => {
            const group = grid.current?.querySelector(`[data-group="${key}"]`);
            group?.scrollIntoView({ block: 'start' });
            group?.querySelector('button')?.focus({ preventScroll: true });
          }}
        >
          {first === undefined || asText ? <span className="cut">{title}</span> : <Picture entry={first} />}
        </button>
      ))}
    </nav>
  );
}

/** The skin tone of hands and people, kept in this browser. */
function Tones({ chosen }: { chosen: SkinTone }) {
  return (
    <fieldset className="emoji-tones">
      <legend className="visually-hidden">{t('Skin tone')}</legend>
      {skinTones.map(({ tone, glyph, label }) => (
        <label key={tone} title={label()}>
          <input
            type="radio"
            name="skin-tone"
            className="visually-hidden"
            checked={tone === chosen}
            aria-label={label()}
            onChange={() => chooseTone(tone)}
          />
          <span aria-hidden="true">{glyph}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface GroupProps {
  group: EmojiGroup;
  asText: boolean;
  tone: SkinTone;
  onPick: (entry: EmojiEntry) => void;
}

function Group({ group, asText, tone, onPick }: GroupProps) {
  return (
    <section className="emoji-group" aria-label={group.title} data-group={group.key}>
      <h2>{group.title}</h2>
      <div>
        {group.emoji.map((entry) => (
          <button
            key={entry.type + entry.code}
            type="button"
            tabIndex={-1}
            aria-label={entry.name.replaceAll('_', ' ')}
            title={`:${entry.name}:`}
            onClick={() => onPick(entry)}
          >
            {asText ? <span className="cut">{`:${entry.name}:`}</span> : <Picture entry={inTone(entry, tone)} />}
          </button>
        ))}
      </div>
    </section>
  );
}

const Picture = ({ entry: { url, glyph } }: { entry: EmojiEntry }) =>
  url === null ? glyph : <img src={url} alt="" loading="lazy" />;

function useGroups(emoji: readonly EmojiEntry[], query: string): EmojiGroup[] {
  const all = useMemo(() => groupsOf(emoji), [emoji]);
  const index = useMemo(
    () => indexOf(emoji.map((entry) => ({ value: entry, names: [...entry.names, ...tagsOf(entry)], tier: 0 }))),
    [emoji],
  );
  return useMemo(() => {
    const words = query.trim().replaceAll(/[:\s]+/g, '_');
    if (words !== '') {
      const nearness = emojiNearness(emoji);
      const near = ({ name }: EmojiEntry): number => nearness(name);
      const byName = ranked(index, words, near, mostFound);
      const byWord = ranked(index, words.replaceAll('_', ' '), near, mostFound);
      const found = [...new Set([...byName, ...byWord])].slice(0, mostFound);
      return found.length === 0 ? [] : [{ key: 'found', title: t('Search results'), emoji: found }];
    }
    const recent = recentEmoji(emoji);
    return recent.length === 0 ? all : [{ key: 'recent', title: t('Recently used'), emoji: recent }, ...all];
  }, [all, emoji, index, query]);
}

/** Shows it beside its anchor, where there is room; the focus goes in and comes back. */
function usePlace(dialog: RefObject<HTMLDialogElement | null>, anchor: HTMLElement): void {
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return undefined;
    shown.showModal();
    const { width, height } = shown.getBoundingClientRect();
    const { left, top, bottom } = anchor.getBoundingClientRect();
    const isAbove = top - height - gap > 0;
    const y = isAbove ? top - height - gap : Math.min(bottom + gap, Math.max(gap, innerHeight - height - gap));
    shown.style.setProperty('--x', `${Math.max(gap, Math.min(left, innerWidth - width - gap))}px`);
    shown.style.setProperty('--y', `${y}px`);
    shown.querySelector('input')?.focus();
    return () => {
      if (shown.open) shown.close();
    };
  }, [dialog, anchor]);
}

/** Arrows from the search into the grid and through it. @returns whether the key was one of these. */
function moveFocus(grid: HTMLElement | null, { key, target }: KeyboardEvent, inRow: number): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: inRow, ArrowUp: -inRow }[key];
  if (grid === null || step === undefined || !(target instanceof HTMLElement)) return false;
  const buttons = [...grid.querySelectorAll('button')];
  if (!grid.contains(target) && !target.matches('.emoji-search')) return false;
  if (target instanceof HTMLInputElement) {
    if (key !== 'ArrowDown') return false;
    buttons[0]?.focus();
    return true;
  }
  const at = buttons.indexOf(target as HTMLButtonElement);
  const isRtl = getComputedStyle(grid).direction === 'rtl';
  const next = at + (Math.abs(step) === 1 && isRtl ? -step : step);
  if (next < 0) grid.parentElement?.querySelector('input')?.focus();
  else buttons[Math.min(next, buttons.length - 1)]?.focus();
  return true;
}
