/** A button that is an icon: what it does is its tip, and its name for those who hear it. */
import type { KeyboardEventHandler, MouseEventHandler } from 'react';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';

interface ToolButtonProps {
  icon: LineIconName;
  label: string;
  /** In place of the label where a glance at the row shows the rest. */
  tip?: string;
  /** Of the icon, in pixels at the usual text size; 20 unless told. */
  size?: number;
  onClick: MouseEventHandler<HTMLButtonElement>;
  onKeyDown?: KeyboardEventHandler<HTMLButtonElement> | undefined;
  /** Where it stands, or on which screens it is there. */
  className?: string;
  /** Of a button that stays down; undefined for any other. */
  isPressed?: boolean;
  isDisabled?: boolean;
  /** What it opens. */
  popup?: 'menu' | 'dialog';
  /** That do the same, as `aria-keyshortcuts` names them. */
  keys?: string;
}

export function ToolButton(props: ToolButtonProps) {
  const { icon, label, tip = label, size = 20, className = '', isPressed, isDisabled, popup, keys } = props;
  return (
    <button
      type="button"
      className={`tool ${className}`.trim()}
      aria-label={label}
      title={tip}
      aria-pressed={isPressed}
      aria-haspopup={popup}
      aria-keyshortcuts={keys}
      disabled={isDisabled}
      onClick={props.onClick}
      onKeyDown={props.onKeyDown}
    >
      <LineIcon name={icon} size={size} />
    </button>
  );
}
