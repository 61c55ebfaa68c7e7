/** A poll or a list of tasks, in place of the words of its message. */
import { useState, type FormEvent } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import type { MessageActions } from '../message-list/actions.ts';
import type { Message } from '../model/message.ts';
import type { PollOption, Widget } from './widget.ts';

interface WidgetBodyProps {
  widget: Widget;
  message: Message;
  ownId: number;
  context: Pick<HtmlContext, 'userName'>;
  actions: Pick<MessageActions, 'isChangeable' | 'onSubmessage'>;
}

export function WidgetBody(props: WidgetBodyProps) {
  const { widget, message, actions } = props;
  const send = (content: object): void => actions.onSubmessage(message, content);
  const isOpen = actions.isChangeable(message);
  return (
    <fieldset className="message-body widget" dir="auto" disabled={!isOpen}>
      {widget.kind === 'poll' ? (
        <Poll {...props} poll={widget} isOpen={isOpen} send={send} />
      ) : (
        <Todo todo={widget} isOpen={isOpen} send={send} />
      )}
    </fieldset>
  );
}

interface PollProps extends WidgetBodyProps {
  poll: Widget & { kind: 'poll' };
  /** false: it is as it is, and nobody adds to it. */
  isOpen: boolean;
  send: (content: object) => void;
}

function Poll({ poll, ownId, context, isOpen, send }: PollProps) {
  const { question, options } = poll;
  const voters = new Set(options.flatMap(({ voterIds }) => voterIds));
  const votes = options.reduce((sum, { voterIds }) => sum + voterIds.length, 0);
  const addOption = (option: string): void => {
    // The next number that is free among one's own.
    const own = options.filter(({ key }) => key.startsWith(`${ownId},`)).length;
    send({ type: 'new_option', idx: own + 1, option });
  };
  return (
    <>
      <h2>{question === '' ? t('Poll') : question}</h2>
      <p className="widget-note">
        {voters.size === 0
          ? t('Nobody has voted yet')
          : t('pollVoters', {
              count: voters.size,
              defaultValue_one: '{{count}} person voted',
              defaultValue_other: '{{count}} people voted',
            })}
        {voters.size > 0 && isOpen && ` · ${t('you may change your vote')}`}
      </p>
      {options.map((option) => (
        <Option key={option.key} option={option} votes={votes} ownId={ownId} context={context} send={send} />
      ))}
      {isOpen && <Adding label={t('Add an option')} onAdd={addOption} />}
    </>
  );
}

interface OptionProps extends Pick<PollProps, 'ownId' | 'context' | 'send'> {
  option: PollOption;
  votes: number;
}

function Option({ option, votes, ownId, context, send }: OptionProps) {
  const { key, text, voterIds } = option;
  const isMine = voterIds.includes(ownId);
  const who = voterIds.map((id) => (id === ownId ? t('you') : (context.userName(id) ?? `#${id}`))).join(', ');
  const part = votes === 0 ? 0 : Math.round((voterIds.length / votes) * 100);
  return (
    <button
      type="button"
      className="widget-option"
      aria-pressed={isMine}
      title={who}
      style={{ ['--part' as string]: `${part}%` }}
      onClick={() => send({ type: 'vote', key, vote: isMine ? -1 : 1 })}
    >
      <span className="widget-tick" aria-hidden="true">
        {isMine && <LineIcon name="check" size={12} />}
      </span>
      <span className="widget-text">
        {text}
        {who !== '' && (
          <small className="widget-voters" aria-hidden="true">
            {who}
          </small>
        )}
      </span>
      <span className="widget-count">
        {voterIds.length}
        <span className="visually-hidden">{who === '' ? '' : `: ${who}`}</span>
      </span>
    </button>
  );
}

function Todo({ todo, isOpen, send }: Pick<PollProps, 'isOpen' | 'send'> & { todo: Widget & { kind: 'todo' } }) {
  const { title, tasks } = todo;
  return (
    <>
      <h2>{title === '' ? t('Tasks') : title}</h2>
      {tasks.map(({ key, text, note, isDone }) => (
        <label key={key} className="widget-task">
          <input type="checkbox" checked={isDone} onChange={() => send({ type: 'strike', key })} />
          <span className={isDone ? 'is-done' : ''}>
            <strong>{text}</strong>
            {note !== '' && `: ${note}`}
          </span>
        </label>
      ))}
      {isOpen && (
        <Adding
          label={t('Add a task')}
          onAdd={(task) => send({ type: 'new_task', key: tasks.length + 1, task, desc: '', completed: false })}
        />
      )}
    </>
  );
}

function Adding({ label, onAdd }: { label: string; onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    onAdd(text.trim());
    setText('');
  };
  return (
    <form className="widget-adding" onSubmit={add}>
      <input
        className="input"
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={1000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" className="button" disabled={text.trim() === ''}>
        {t('Add')}
      </button>
    </form>
  );
}
