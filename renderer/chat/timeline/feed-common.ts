/** Shared context of feed rows. */
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import type { MessageActions } from './message-actions.ts';

export interface FeedCommon {
  actions: MessageActions;
  context: HtmlContext;
  ownId: number;
  /** The message that its link leads to. */
  flashedId: number | null;
  /** The words that were looked for are marked. */
  isSearch: boolean;
}
