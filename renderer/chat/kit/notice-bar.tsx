/** The sentences at the foot of the page (notices.ts). */
import './floating.css';
import './fields.css';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import { dismissNotice, hold, noticeSlot, runActionOf, type Notice } from './notices.ts';
import { ToolButton } from './tool-button.tsx';
import { openDialogs } from './top-dialog.ts';

export function NoticeBar() {
  const dialog = useStore(openDialogs, (dialogs) => dialogs.at(-1));
  const bars = <Bars />;
  return dialog === undefined ? bars : createPortal(bars, dialog);
}

function Bars() {
  const notices = useStore(noticeSlot) ?? [];
  return (
    <div className="notice-place">
      {/* Always there, so that what comes into it is spoken: each sentence once. */}
      <output className="notice-stack" aria-atomic="false">
        {notices.map((notice) => notice.isError || <Bar key={notice.id} notice={notice} />)}
      </output>
      <div className="notice-stack">
        {notices.map((notice) => notice.isError && <Bar key={notice.id} notice={notice} />)}
      </div>
    </div>
  );
}

function Bar({ notice }: { notice: Notice }) {
  const { text, isError, undo, actions } = notice;
  return (
    <div
      className="notice-bar"
      role={isError ? 'alert' : undefined}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <LineIcon name={isError ? 'alert' : 'check'} size={18} />
      <span>{text}</span>
      {[...(undo === null ? [] : [undo]), ...actions].map((action) => (
        <button
          key={action.label}
          type="button"
          className="notice-undo"
          {...(action === undo && { 'aria-keyshortcuts': 'Control+Z' })}
          onClick={() => runActionOf(notice, action)}
        >
          {action.label}
        </button>
      ))}
      <ToolButton icon="close" size={16} label={t('Close')} onClick={() => dismissNotice(notice)} />
    </div>
  );
}
