/** The one dialog that stands over the view without an address of its own; dialog-host.tsx draws it. */
import type { Conversation } from '../../client/state/conversation.ts';
import type { DestinationChoice } from './destination-choice.ts';
import type { LinkQuestion } from './link-question.ts';
import type { MomentQuestion } from './moment-question.ts';
import { openSlot } from './open-slot.ts';

/** What was written of a poll or a to-do list before its form opened. */
export interface BegunWidget {
  entries: readonly string[];
  /** As it is in the message box; the form takes its place. */
  text: string;
}

export type OpenDialog =
  | { kind: 'search'; text: string }
  | { kind: 'rename-topic'; channelId: number; topic: string }
  | { kind: 'channel-notifications'; channelId: number }
  | { kind: 'new-channel' }
  | { kind: 'edit-channel'; channelId: number }
  | { kind: 'destination'; choice: DestinationChoice }
  | { kind: 'moment'; question: MomentQuestion }
  | { kind: 'link'; question: LinkQuestion }
  /** What is inserted goes into the box of the conversation. */
  | { kind: 'snippets'; conversation: Conversation }
  | { kind: 'poll' | 'todo'; conversation: Conversation; begun?: BegunWidget }
  | { kind: 'add-people' | 'add-link'; channelId: number }
  | { kind: 'edit-scheduled'; id: number }
  /** About one message, by its id. */
  | { kind: 'readers' | 'reactions' | 'history' | 'move' | 'report'; id: number };

export const dialogSlot = openSlot<OpenDialog>('dialog');

export function openDialog(dialog: OpenDialog): void {
  dialogSlot.set(dialog);
}

export function closeDialog(): void {
  dialogSlot.set(null);
}
