/** Draws the open menu: at its button or point, as a sheet from below on a phone. */
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import './floating.css';
import './fields.css';
import { useStore } from 'zustand';
import { keyNames } from '../../client/key-names.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { closeMenu, menuSlot, type MenuEntry } from './menu-store.ts';

/** Pixels, with lines between. */
const tallestRow = 36;

export function MenuHost() {
  const menu = useStore(menuSlot);
  if (menu === null) return null;
  const { label, entries, quick, at } = menu;
  // Above or below its button; a menu that is too long for both stands over it, so that its end is in reach.
  const height = (entries.length + (quick.length > 0 ? 1 : 0)) * tallestRow;
  const isTooLong = Math.max(at.y, innerHeight - at.y - at.height) < height;
  return (
    <Menu
      // Another menu opens again, with the focus in it.
      key={`${at.x} ${at.y} ${label}`}
      opened
      onChange={closeMenu}
      // An entry closes it itself, and may open another in its place.
      closeOnItemClick={false}
      position="bottom-start"
      offset={4}
      middlewares={{ flip: true, shift: { crossAxis: isTooLong, padding: 8 } }}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
      withinPortal={false}
      floatingStrategy="fixed"
      classNames={{ dropdown: 'menu-panel', item: 'menu-row', itemSection: 'menu-section', divider: 'menu-line' }}
    >
      <Menu.Target>
        <span
          aria-hidden="true"
          style={{
            position: 'fixed',
            left: at.x,
            top: at.y,
            width: at.width,
            height: at.height,
            pointerEvents: 'none',
          }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {quick.length > 0 && (
          <div className="menu-quick">
            {quick.map((picture) => (
              <Menu.Item
                key={picture.glyph}
                className="menu-picture"
                aria-label={picture.label}
                onClick={() => {
                  closeMenu();
                  picture.onPick();
                }}
              >
                {picture.glyph}
              </Menu.Item>
            ))}
          </div>
        )}
        {entries.map((entry, index) => (
          <Row key={entry === 'line' ? index : entry.label} entry={entry} isFirst={index === 0} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Row({ entry, isFirst }: { entry: MenuEntry; isFirst: boolean }) {
  if (entry === 'line') return <Menu.Divider />;
  const icon = <LineIcon name={entry.icon} size={18} />;
  const focus = isFirst ? { 'data-autofocus': true } : {};
  if ('href' in entry)
    return (
      <Menu.Item component="a" href={entry.href} leftSection={icon} onClick={closeMenu} {...focus}>
        {entry.label}
      </Menu.Item>
    );
  const pick = (): void => {
    closeMenu();
    entry.onPick();
  };
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={entry.keys === undefined ? entry.note : <kbd>{keyNames(entry.keys)}</kbd>}
      className={entry.isDanger === true ? 'is-danger' : undefined}
      disabled={entry.isDisabled}
      onClick={pick}
      {...focus}
    >
      {entry.label}
    </Menu.Item>
  );
}
