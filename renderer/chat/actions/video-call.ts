/** Begins a video call: its link goes into the message box, and calls no one before it is sent. */
import type { Conversation } from '../../client/state/conversation.ts';
import { t } from '../../client/text.ts';
import { showNotice } from '../kit/notices.ts';
import { callAddress, callTemplate, roomOf } from '../store/call-address.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { whyNoPosting } from '../store/posting.ts';

const chanceBytes = 12;

/** Whether the organization has calls, and the reader may write in the conversation. */
export const mayCall = ({ clientState }: ChatModel, conversation: Conversation): boolean =>
  callTemplate(clientState) !== null && whyNoPosting(clientState, conversation) === null;

export function beginCall({ clientState, writing }: ChatModel, conversation: Conversation): void {
  const template = callTemplate(clientState);
  if (template === null) return;
  const address = callAddress(template, roomOf(crypto.getRandomValues(new Uint8Array(chanceBytes))));
  writing.append(conversation, `[${t('Join the video call')}](${address}) `, ' ');
  writing.focus(conversation);
  showNotice(t('The link to the call is in the message box. Send it to invite the others.'));
}
