/** The button that opens the menu of a row, for those who do not press its right button. */
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { openMenu, type MenuEntry } from './menu-store.ts';

interface MoreButtonProps {
  /** Of the thing in the row. */
  name: string;
  /** At the head of the menu, where it says more than the name. */
  title?: string;
  menu: () => readonly MenuEntry[];
  className?: string;
  size?: number;
}

export function MoreButton({ name, title = name, menu, className = '', size = 18 }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={`tool ${className}`.trim()}
      aria-label={t('More about {{name}}', { name })}
      title={t('More')}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => openMenu(title, currentTarget, menu())}
    >
      <LineIcon name="more" size={size} />
    </button>
  );
}
