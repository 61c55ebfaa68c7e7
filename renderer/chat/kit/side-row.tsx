/** A row of the sidebar: it leads somewhere, counts what is unread there, and has a menu for the other button and for hands without one. */
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { Count } from './count.tsx';
import { onContextMenu, type MenuEntry } from './menu-store.ts';
import { MoreButton } from './more-button.tsx';

interface SideRowProps {
  href: string;
  isCurrent: boolean;
  name: string;
  count: number;
  /** How many of them are for the reader. */
  calls?: number;
  isMuted?: boolean;
  menu: () => readonly MenuEntry[];
  /** Behind the name. */
  mark?: ReactNode;
  /** Before the name: an icon or an avatar. */
  children?: ReactNode;
}

export function SideRow({
  href,
  isCurrent,
  name,
  count,
  calls = 0,
  isMuted = false,
  menu,
  mark,
  children,
}: SideRowProps) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Topics come later than the view of one of them: its row brings itself into sight.
    if (isCurrent) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <div className="side-item">
      <a
        ref={link}
        className={`side-row ${count > 0 ? 'is-unread' : ''} ${isMuted ? 'is-muted' : ''}`}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        onContextMenu={onContextMenu(name, menu)}
      >
        {children}
        <bdi className="cut">{name}</bdi>
        {mark}
        {isMuted && (
          <>
            <LineIcon name="muted" size={15} className="at-end" />
            <span className="visually-hidden">{t('muted')}</span>
          </>
        )}
        <Count count={count} calls={calls} />
      </a>
      <MoreButton name={name} menu={menu} className="side-more" size={16} />
    </div>
  );
}
