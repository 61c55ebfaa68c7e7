/** Keys that lead from view to view. */
import { keyOf } from '../../client/state/conversation.ts';
import { compose } from '../actions/compose.ts';
import { openDialog } from '../kit/dialog-store.ts';
import { landmark } from '../kit/landmarks.ts';
import { undoLast } from '../kit/notices.ts';
import { newsFirst } from '../kit/stored-switch.ts';
import { conversationAddress, narrowAddress, type Names, type View } from '../routing/address.ts';
import { conversationIn } from '../routing/narrow.ts';
import { viewEntries } from '../routing/views.ts';
import { channelSections, newestUnread } from '../store/channel-list.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { openChannelOf } from '../store/open-channel.ts';
import { countUnread } from '../store/unread.ts';
import { goTo } from '../store/use-view.ts';
import type { Handlers, PageCommand } from './key-map.ts';
import type { FeedCommand } from './message-commands.ts';
import { nextUnread, type Wanted } from './next-unread.ts';

type ViewCommands = Handlers & Record<Exclude<PageCommand, FeedCommand>, () => boolean>;

export function viewCommands(chat: ChatModel, names: Names, view: View): ViewCommands {
  const to = (address: string) => () => {
    goTo(address);
    return true;
  };
  const search = (text: string) => () => {
    openDialog({ kind: 'search', text });
    return true;
  };
  const conversation = view.kind === 'narrow' ? conversationIn(view.narrow) : null;
  const channelId = openChannelOf(view);
  const nextOf = (wanted: Wanted) => () => {
    const { clientState } = chat;
    const here = conversation === null ? null : keyOf(conversation);
    const next = nextUnread(countUnread(clientState), sectionsOf(clientState), wanted, here);
    if (next !== null) goTo(conversationAddress(next, names));
    return next !== null;
  };
  const channelBy = (step: 1 | -1) => () => {
    const ids = sectionsOf(chat.clientState).flatMap(({ channels }) => channels.map(({ stream_id: id }) => id));
    const at = channelId === null ? -1 : ids.indexOf(channelId);
    const id = at === -1 ? ids.at(step === 1 ? 0 : -1) : ids[(at + step + ids.length) % ids.length];
    if (id !== undefined) goTo(narrowAddress([{ operator: 'channel', operand: id }], names));
    return id !== undefined;
  };
  const begin = (kind: 'channel' | 'direct'): boolean => {
    compose(view, kind);
    return true;
  };
  return {
    search: search(''),
    'find-channel': search('#'),
    'find-person': search('@'),
    'filter-sidebar'() {
      const field = landmark('side-filter');
      field?.focus();
      return field !== null;
    },
    compose: () => begin('channel'),
    'new-direct': () => begin('direct'),
    sheet: to('#keyboard-shortcuts'),
    ...Object.fromEntries(
      viewEntries.filter(({ key }) => key !== undefined).map(({ id, address }) => [id, to(address)]),
    ),
    'next-topic': nextOf('topic'),
    'next-followed': nextOf('followed'),
    'next-direct': nextOf('direct'),
    'channel-before': channelBy(-1),
    'channel-after': channelBy(1),
    menu() {
      const button = landmark('organization');
      button?.focus();
      button?.click();
      return button !== null;
    },
    topics() {
      if (channelId !== null) goTo(`#topics/channel/${channelId}`);
      return channelId !== null;
    },
    close: () => close(chat),
    undo: undoLast,
    'to-box'() {
      const field = landmark('box');
      field?.focus();
      return field !== null;
    },
  };
}

/** As the sidebar shows them. */
const sectionsOf = (clientState: ChatModel['clientState']) =>
  channelSections(clientState, newsFirst.store.getState().isOn ? newestUnread(clientState.messages) : undefined);

/** Out of a field first; then, by the reader's setting, to the first view. */
function close({ clientState, feed }: ChatModel): boolean {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches('input, textarea, select')) {
    // To the message at hand or the heading: keys go on from there, and screen readers, too.
    focused.blur();
    if (feed.current !== null && feed.current.selectedId() !== null) feed.current.step(0);
    else landmark('heading')?.focus({ preventScroll: true });
    return true;
  }
  if (clientState.settings.web_escape_navigates_to_home_view !== true) return false;
  goTo('#');
  return true;
}
