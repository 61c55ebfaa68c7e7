/** Draws the dialog that is open (dialog-store.ts). */
import { AddPeople } from '../channels/add-people.tsx';
import { ChannelDialog, EditChannel } from '../channels/channel-dialog.tsx';
import { ChannelNotifications } from '../channels/channel-notifications.tsx';
import { LeaveChannel } from '../channels/leave-channel.tsx';
import { ChooseDestination } from '../composer/choose-destination.tsx';
import { EditScheduled } from '../later/edit-scheduled.tsx';
import { MomentDialog } from '../later/moment-dialog.tsx';
import { DeleteTopic } from '../menus/delete-topic.tsx';
import { RenameTopic } from '../menus/rename-topic.tsx';
import { SearchDialog } from '../search/search-dialog.tsx';
import { SnippetsDialog } from '../snippets/snippets-dialog.tsx';
import { DeleteDialog, HistoryDialog, MoveDialog, ReactionsDialog, ReadersDialog } from '../views/message-dialogs.tsx';
import type { OpenDialog } from './dialog-store.ts';

export function DialogHost({ dialog }: { dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'search':
      return <SearchDialog key={dialog.text} text={dialog.text} />;
    case 'rename-topic':
      return <RenameTopic channelId={dialog.channelId} topic={dialog.topic} />;
    case 'delete-topic':
      return <DeleteTopic channelId={dialog.channelId} topic={dialog.topic} />;
    case 'leave-channel':
      return <LeaveChannel channelId={dialog.channelId} />;
    case 'channel-notifications':
      return <ChannelNotifications channelId={dialog.channelId} />;
    case 'new-channel':
      return <ChannelDialog channel={null} />;
    case 'edit-channel':
      return <EditChannel channelId={dialog.channelId} />;
    case 'destination':
      return <ChooseDestination {...dialog.choice} />;
    case 'moment':
      return <MomentDialog question={dialog.question} />;
    case 'snippets':
      return <SnippetsDialog conversation={dialog.conversation} />;
    case 'add-people':
      return <AddPeople channelId={dialog.channelId} />;
    case 'edit-scheduled':
      return <EditScheduled id={dialog.id} />;
    case 'readers':
      return <ReadersDialog id={dialog.id} />;
    case 'reactions':
      return <ReactionsDialog id={dialog.id} />;
    case 'history':
      return <HistoryDialog id={dialog.id} />;
    case 'move':
      return <MoveDialog id={dialog.id} />;
    case 'delete':
      return <DeleteDialog id={dialog.id} />;
  }
}
