/** Completion state of the word at the caret: the token, the ranked list, which one is chosen, and the keys for them. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import { emptyTopicName } from '../../client/empty-topic.ts';
import { loadCode } from '../../client/lazy-part.ts';
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { applyEdit } from '../kit/field-edits.ts';
import { indexOf, ranked } from '../kit/ranking.ts';
import { whenDialogsAreClosed } from '../kit/top-dialog.ts';
import { useHighlighted } from '../kit/use-highlighted.ts';
import { useAfterContent } from '../notify/use-after-content.ts';
import { narrowKey, narrowTo } from '../routing/narrow.ts';
import { useEmoji, type EmojiEntry } from '../store/emoji-data.ts';
import { mayCallEverybody } from '../store/permissions.ts';
import { emojiNearness } from '../store/recent-emoji.ts';
import { laterChoices, timeTag } from '../store/times.ts';
import { topicsQuery } from '../store/topics.ts';
import { useChat, useEmojiAsText, useClientState, useNames, useTwentyFourHours } from '../store/use-chat.ts';
import type { Completion } from './sources.ts';
import { tokenAt, type Token } from './token.ts';

const shown = 8;

export interface CompletionState {
  options: readonly Completion[];
  chosen: number;
  /** Words or the caret have changed. */
  update: () => void;
  close: () => void;
  pick: (index: number) => void;
  /** @returns whether the key was for the list. */
  onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  conversation: Conversation,
  hasCommands: boolean,
): CompletionState {
  const [token, setToken] = useState<Token | null>(null);
  /** Where Esc was pressed: the word that begins there is left alone. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const options = useOptions(token, conversation, hasCommands);
  const keys = useMemo(() => options.map(({ key }) => key), [options]);
  const [chosen, choose] = useHighlighted(token, keys);
  const update = useCallback(() => {
    const element = field.current;
    if (element === null) return;
    const next =
      element.selectionStart === element.selectionEnd ? tokenAt(element.value, element.selectionStart) : null;
    setLeftAt((at) => (next !== null && next.from === at ? at : null));
    setToken((before) => (isSameToken(before, next) ? before : next));
  }, [field]);
  const close = useCallback(() => setToken(null), []);
  const isOpen = token !== null && token.from !== leftAt && options.length > 0;
  const pick = (index: number, end = ' '): void => {
    const element = field.current;
    const option = options[index];
    if (element === null || option === undefined || token === null) return;
    if (option.run !== undefined) {
      applyEdit(element, { from: token.from, to: token.to, insert: '' });
      update();
      return option.run(element);
    }
    if (option.isAsked === true) return askForTime(element, token);
    if (token.kind === 'fence') return openFence(element, token, option.insert);
    const silent = token.kind === 'person' && token.isSilent ? option.insert.replace(/^@/, '@_') : option.insert;
    // A space that is there already is not put again.
    const after = element.value[token.to] === end ? '' : end;
    applyEdit(element, { from: token.from, to: token.to, insert: silent + after });
    update();
  };
  return {
    options: isOpen ? options : none,
    chosen,
    update,
    close,
    pick,
    onKeyDown(event) {
      const { key, shiftKey } = event;
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (key === 'ArrowDown' || key === 'ArrowUp') {
        const step = key === 'ArrowDown' ? 1 : options.length - 1;
        choose((chosen + step) % options.length);
      } else if ((key === 'Enter' || key === 'Tab') && !shiftKey) pick(chosen);
      else if (key === 'Escape') {
        setLeftAt(token.from);
        event.stopPropagation();
      } else if (key === '>' && token.kind === 'channel') {
        const element = field.current;
        const option = options[chosen];
        if (element === null || option === undefined) return false;
        applyEdit(element, { from: token.from, to: token.to, insert: `#**${option.name}>` });
        update();
      } else return false;
      event.preventDefault();
      return true;
    },
  };
}

function askForTime(field: HTMLTextAreaElement, { from, to }: Token): void {
  const onPick = (moment: Date): Promise<boolean> => {
    whenDialogsAreClosed(() => applyEdit(field, { from, to, insert: `${timeTag(moment)} ` }));
    return Promise.resolve(true);
  };
  const [start] = laterChoices(new Date());
  openDialog({
    kind: 'moment',
    question: { title: t('Time'), submitLabel: t('Insert'), start: start?.moment ?? new Date(), note: null, onPick },
  });
}

/** The block is closed, too, and one writes within it. */
function openFence(field: HTMLTextAreaElement, { from, to, fence }: Token, insert: string): void {
  const isClosed = field.value
    .slice(to)
    .split('\n')
    .some((line) => line.trim() === fence);
  const inside = from + insert.length + 1;
  const end = isClosed ? '\n' : `\n\n${fence}`;
  applyEdit(field, { from, to, insert: insert + end, select: [inside, inside] });
}

const none: readonly Completion[] = [];
const noTopics: readonly { name: string }[] = [];

const loadSources = () => import('./sources.ts');
let loaded: Awaited<ReturnType<typeof loadSources>> | null = null;

/** What makes the lists: loaded after the messages, or with the first word that wants one. */
function useSources(isWanted: boolean): typeof loaded {
  const [sources, setSources] = useState(loaded);
  const isNeeded = useAfterContent() || isWanted;
  useEffect(() => {
    if (!isNeeded || sources !== null) return;
    void loadCode(loadSources).then((code) => setSources((loaded = code)));
  }, [isNeeded, sources]);
  return sources;
}

function useOptions(token: Token | null, conversation: Conversation, hasCommands: boolean): readonly Completion[] {
  const chat = useChat();
  const names = useNames();
  const kind = token?.kind ?? null;
  const sources = useSources(kind !== null);
  const users = useClientState((state) => state.users);
  const groups = useClientState((state) => state.groups);
  const channels = useClientState((state) => state.channels);
  const organization = useClientState((state) => state.organization);
  const me = useClientState((state) => state.me);
  const known = useMemo(
    () => ({ me, users, groups, channels, organization }),
    [me, users, groups, channels, organization],
  );
  const emoji = useEmoji(kind === 'emoji');
  const asText = useEmojiAsText();
  const isInChannel = conversation.kind === 'channel';
  const here = conversation.kind === 'channel' ? channels.channels.get(conversation.channelId) : undefined;
  const mayCallChannel = isInChannel && mayCallEverybody(known, here);
  const named = kind === 'topic' ? (token?.channel ?? '') : '';
  const channel = useMemo(
    () => (named === '' ? undefined : sources?.channelCalled(channels.channels.values(), named)),
    [sources, channels, named],
  );
  const topics = useQuery({ ...topicsQuery(channel?.stream_id ?? 0), enabled: channel !== undefined }).data ?? noTopics;
  const is24 = useTwentyFourHours();
  const written = kind === 'time' ? (token?.query ?? '') : '';
  const fence = token?.fence ?? '';
  const emptyName = emptyTopicName();
  const index = useMemo(() => {
    if (sources === null) return [];
    switch (kind) {
      case 'person':
        return indexOf(sources.peopleSource(known, { ofChannel: mayCallChannel, ofTopic: isInChannel }));
      case 'channel':
        return indexOf(sources.channelSource(known));
      case 'topic':
        return indexOf(
          sources.topicSource(
            { id: channel?.stream_id ?? 0, name: channel?.name ?? '' },
            topics.map(({ name }) => name),
            emptyName,
          ),
        );
      case 'emoji':
        return indexOf(sources.emojiSource(emoji, asText));
      case 'command':
        return indexOf(sources.commandSource(hasCommands ? { chat, names, conversation } : null));
      case 'time':
        return indexOf(sources.timeSource(written, is24));
      case 'fence':
        return indexOf(
          sources.fenceSource(
            fence,
            organization.playgrounds.map(({ pygments_language: language }) => language),
          ),
        );
      case null:
        return [];
    }
  }, [
    sources,
    kind,
    known,
    isInChannel,
    mayCallChannel,
    channel,
    topics,
    emptyName,
    emoji,
    asText,
    organization,
    written,
    fence,
    is24,
    hasCommands,
    chat,
    names,
    conversation,
  ]);
  const near = useNearness(conversation, kind, emoji);
  return useMemo(() => (token === null ? none : ranked(index, token.query, near, shown)), [token, index, near]);
}

/** Who wrote here lately, then who is in the channel, then whom one writes to; channels that one is in; emoji that one uses. */
function useNearness(
  conversation: Conversation,
  kind: Token['kind'] | null,
  emoji: readonly EmojiEntry[],
): (value: Completion) => number {
  const { ranges, messages } = useChat();
  const channels = useClientState((state) => state.channels);
  const recentDirect = useClientState((state) => state.messages.recentDirect);
  return useMemo(() => {
    if (kind === 'emoji') {
      const nearness = emojiNearness(emoji);
      return ({ key }) => nearness(key);
    }
    const points = new Map<number, number>();
    if (kind === 'person') {
      for (const { conversation: recent } of recentDirect.values())
        if (recent.kind === 'direct') for (const id of recent.userIds) points.set(id, 1);
      if (conversation.kind === 'channel')
        for (const id of channels.subscribers.get(conversation.channelId)?.ids ?? [])
          points.set(id, (points.get(id) ?? 0) + 2);
      const ids = ranges.get(narrowKey(narrowTo(conversation)))?.ids.slice(-lately) ?? [];
      ids.forEach((id, index) => {
        const sender = messages.get(id)?.sender_id;
        if (sender !== undefined) points.set(sender, 4 + index);
      });
    }
    return ({ userId, channelId }) =>
      userId !== null ? (points.get(userId) ?? 0) : channelId !== null && channels.subscriptions.has(channelId) ? 1 : 0;
  }, [kind, conversation, emoji, ranges, messages, channels, recentDirect]);
}

const lately = 100;

function isSameToken(one: Token | null, other: Token | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.kind === other.kind &&
    one.query === other.query &&
    one.from === other.from &&
    one.channel === other.channel &&
    one.to === other.to
  );
}
