/** Channels: the list, or one of them where the address names it ("12", "12/topics"). */
import type { ScreenProps } from '../../screen.ts';
import { ChannelPage } from './channel-page.tsx';
import { ChannelList } from './list.tsx';

export function Channels({ section }: ScreenProps) {
  const [id = '', tab = 'settings'] = section.split('/');
  if (/^\d+$/.test(id)) return <ChannelPage id={Number(id)} tab={tab} />;
  return <ChannelList isCreating={id === 'new'} />;
}
