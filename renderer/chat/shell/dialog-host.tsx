/** Draws the dialog that is open (dialog-store.ts). */
import { SnippetsDialog } from '../compose/snippets-dialog.tsx';
import { AddLink } from '../dialogs/add-link.tsx';
import { AddPeople } from '../dialogs/add-people.tsx';
import { ChannelDialog, EditChannel } from '../dialogs/channel-dialog.tsx';
import { ChannelNotifications } from '../dialogs/channel-notifications.tsx';
import { ChooseDestination } from '../dialogs/choose-destination.tsx';
import { LinkDialog } from '../dialogs/link-dialog.tsx';
import { MomentDialog } from '../dialogs/moment-dialog.tsx';
import { NewWidget } from '../dialogs/new-widget.tsx';
import { RenameTopic } from '../dialogs/rename-topic.tsx';
import { ReportMessage } from '../dialogs/report-message.tsx';
import type { OpenDialog } from '../kit/dialog-store.ts';
import { EditScheduled } from '../lists/edit-scheduled.tsx';
import { SearchDialog } from '../search/search-dialog.tsx';
import { HistoryDialog, ReactionsDialog, ReadersDialog } from '../timeline/message-dialogs.tsx';
import { MoveDialog } from '../timeline/move-dialog.tsx';

export function DialogHost({ dialog }: { dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'search':
      return <SearchDialog key={dialog.text} text={dialog.text} />;
    case 'rename-topic':
      return <RenameTopic channelId={dialog.channelId} topic={dialog.topic} />;
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
    case 'link':
      return <LinkDialog question={dialog.question} />;
    case 'snippets':
      return <SnippetsDialog conversation={dialog.conversation} />;
    case 'poll':
    case 'todo':
      return <NewWidget {...dialog} />;
    case 'add-people':
      return <AddPeople channelId={dialog.channelId} />;
    case 'add-link':
      return <AddLink channelId={dialog.channelId} />;
    case 'edit-scheduled':
      return <EditScheduled id={dialog.id} />;
    case 'readers':
      return <ReadersDialog id={dialog.id} />;
    case 'reactions':
      return <ReactionsDialog id={dialog.id} />;
    case 'history':
      return <HistoryDialog id={dialog.id} />;
    case 'report':
      return <ReportMessage id={dialog.id} />;
    case 'move':
      return <MoveDialog id={dialog.id} />;
  }
}
