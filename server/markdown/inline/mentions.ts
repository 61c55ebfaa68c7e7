// Mentions: `@**Full Name**`, `@**Full Name|5**`, `@_**silent**`, `@*group*`, and the wildcards `@**all**` (everyone,
// channel, stream) and `@**topic**`. A name no one has stays as it was typed. Inside quotations every mention is silent, and
// so is each of a deactivated user or group.

import type { StateInline } from 'markdown-it';
import { lettersBeforeMention } from '../../scripts.ts';
import { type FoundUser, renderStateOf, type RenderState } from '../context.ts';
import { element, escapeHtml } from '../html.ts';
import { pushHtml } from './push-html.ts';

const mentionPattern = /@(_?)(?:\*\*([^*\n]{1,200})\*\*|\*([^*\n]{1,200})\*(?!\*))/y;
const nameAndId = /^(.*)\|(\d{1,15})$/;
const wordBefore = new RegExp(`(?![${lettersBeforeMention}])[\\p{L}\\p{N}_]$`, 'u');
const channelWildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);

interface Mention {
  html: string;
  plain: string;
  notify: (() => void) | undefined;
}

/** Inline rule at `@`. */
export function mention(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x40 || endsInWord(state)) return false;
  mentionPattern.lastIndex = state.pos;
  const match = mentionPattern.exec(state.src);
  if (match === null || mentionPattern.lastIndex > state.posMax) return false;
  const [whole, underscore, name, groupName] = match;
  const rendering = renderStateOf(state.env);
  const isSilent = underscore === '_' || rendering.isSilent;
  const found =
    name === undefined ? groupMention(rendering, groupName ?? '', isSilent) : personMention(rendering, name, isSilent);
  if (found === undefined) return false;
  if (!silent) {
    pushHtml(state, found.html, found.plain);
    if (!isSilent) found.notify?.();
  }
  state.pos += whole.length;
  return true;
}

/** `ada@**example**` is an address that went wrong, not a call. */
function endsInWord(state: StateInline): boolean {
  return state.pos > 0 && wordBefore.test(state.src.slice(Math.max(0, state.pos - 2), state.pos));
}

function personMention(rendering: RenderState, name: string, isSilent: boolean): Mention | undefined {
  const lowerName = name.toLowerCase();
  if (channelWildcards.has(lowerName)) {
    const notify = (): void => {
      rendering.hasChannelWildcard = true;
    };
    return { ...span('user-mention channel-wildcard-mention', lowerName, isSilent, { 'data-user-id': '*' }), notify };
  }
  if (lowerName === 'topic' && rendering.context.isDirect !== true) {
    const notify = (): void => {
      rendering.hasTopicWildcard = true;
    };
    return { ...span('topic-mention', lowerName, isSilent, {}), notify };
  }
  const user = findUser(rendering, name);
  if (user === undefined) return undefined;
  const isHeard = !isSilent && user.isDeactivated !== true;
  const notify = isHeard ? (): void => void rendering.mentionedUserIds.add(user.id) : undefined;
  return { ...span('user-mention', user.fullName, !isHeard, { 'data-user-id': String(user.id) }), notify };
}

/** The id in `Name|5` settles who is meant among namesakes; a name that neither is nor was theirs makes it no mention. */
function findUser(rendering: RenderState, name: string): FoundUser | undefined {
  const parts = nameAndId.exec(name);
  if (parts === null) return rendering.context.findUserByName(name);
  const user = rendering.context.findUserById(Number(parts[2]));
  const typedName = parts[1] ?? '';
  const isTheirs = (found: FoundUser): boolean =>
    typedName === '' ||
    typedName.toLowerCase() === found.fullName.toLowerCase() ||
    rendering.context.findUserByName(typedName)?.id === found.id;
  return user !== undefined && isTheirs(user) ? user : undefined;
}

function groupMention(rendering: RenderState, name: string, isSilent: boolean): Mention | undefined {
  const group = rendering.context.findGroupByName(name);
  if (group === undefined) return undefined;
  const isHeard = !isSilent && group.isDeactivated !== true;
  const notify = (): void => {
    if (group.isRefused === true) rendering.refusedGroupNames.add(group.name);
    else rendering.mentionedGroupIds.add(group.id);
  };
  return {
    ...span('user-group-mention', group.name, !isHeard, { 'data-user-group-id': String(group.id) }),
    notify: isHeard ? notify : undefined,
  };
}

function span(
  className: string,
  name: string,
  isSilent: boolean,
  data: Readonly<Record<string, string>>,
): { html: string; plain: string } {
  const shown = isSilent ? name : `@${name}`;
  const attributes = { class: isSilent ? `${className} silent` : className, ...data };
  return { html: element('span', attributes, escapeHtml(shown)), plain: shown };
}
