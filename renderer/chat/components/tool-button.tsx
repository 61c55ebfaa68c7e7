/** A button that is an icon: what it does is its tip, and its name for those who hear it. */
import type { MouseEventHandler } from 'react';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';

interface ToolButtonProps {
  icon: LineIconName;
  label: string;
  onClick: MouseEventHandler<HTMLButtonElement>;
  /** Where it stands, or on which screens it is there. */
  className?: string;
  /** Of a button that stays down; undefined for any other. */
  isPressed?: boolean;
  opensMenu?: boolean;
}

export function ToolButton({ icon, label, onClick, className = '', isPressed, opensMenu = false }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`tool ${className}`.trim()}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      aria-haspopup={opensMenu ? 'menu' : undefined}
      onClick={onClick}
    >
      <LineIcon name={icon} />
    </button>
  );
}
