/** The button that shows the words as they will look, and leads back. */
import { t } from '../../client/text.ts';
import { ToolButton } from '../kit/tool-button.tsx';

interface PreviewToolProps {
  isOn: boolean;
  isDisabled: boolean;
  onClick: () => void;
}

export function PreviewTool({ isOn, isDisabled, onClick }: PreviewToolProps) {
  return (
    <ToolButton
      icon="eye"
      label={t('Preview')}
      size={18}
      className="at-end composer-preview-tool"
      keys="Alt+P"
      isPressed={isOn}
      isDisabled={isDisabled && !isOn}
      onClick={onClick}
    />
  );
}
