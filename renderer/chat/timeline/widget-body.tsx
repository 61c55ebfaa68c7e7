/** A poll or a list of tasks, in place of the text of its message. */
import { useState, type FormEvent } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import { atMost } from '../../components/text-limit.ts';
import type { Message } from '../store/message.ts';
import { freeNumber, type PollOption, type Widget } from '../store/widget.ts';
import type { MessageActions } from './message-actions.ts';

interface WidgetBodyProps {
  widget: Widget;
  message: Message;
  ownId: number;
  context: Pick<HtmlContext, 'userName'>;
  actions: Pick<MessageActions, 'isChangeable' | 'onSubmessage'>;
}

export function WidgetBody(props: WidgetBodyProps) {
  const { widget, message, actions } = props;
  const send: Send = (content) => actions.onSubmessage(message, content);
  const numberFor = (keys: readonly string[]): number => {
    const sent = sentNumbers.get(message.id) ?? new Set();
    const number = freeNumber(keys, sent);
    sentNumbers.set(message.id, sent.add(number));
    return number;
  };
  const isOpen = actions.isChangeable(message);
  return (
    <fieldset className="message-body widget" dir="auto" disabled={!isOpen}>
      {widget.kind === 'poll' ? (
        <Poll {...props} poll={widget} isOpen={isOpen} send={send} numberFor={numberFor} />
      ) : (
        <Todo todo={widget} isOpen={isOpen} send={send} numberFor={numberFor} />
      )}
    </fieldset>
  );
}

/** Characters of an option or a task. */
const longestEntry = 1000;

/** @returns whether the server has taken it. */
type Send = (content: object) => Promise<boolean>;

/** Numbers of options and tasks that this page has sent, by message: rows come and go while answers are late. */
const sentNumbers = new Map<number, Set<number>>();

interface PollProps extends WidgetBodyProps {
  poll: Widget & { kind: 'poll' };
  /** false: it is as it is, and no one adds to it. */
  isOpen: boolean;
  send: Send;
  /** A number for something new among these. */
  numberFor: (keys: readonly string[]) => number;
}

function Poll({ poll, ownId, context, isOpen, send, numberFor }: PollProps) {
  const { question, options } = poll;
  const voters = new Set(options.flatMap(({ voterIds }) => voterIds));
  const votes = options.reduce((sum, { voterIds }) => sum + voterIds.length, 0);
  const addOption = (option: string): Promise<boolean> => {
    const idx = numberFor(options.map(({ key }) => key));
    return send({ type: 'new_option', idx, option });
  };
  return (
    <>
      <h2>{question === '' ? t('Poll') : question}</h2>
      <p className="widget-note">
        {voters.size === 0
          ? t('No votes yet')
          : t('{{count}} people voted', {
              count: voters.size,
              defaultValue_one: '{{count}} person voted',
            })}
        {voters.size > 0 && isOpen && ` · ${t('you can change your vote')}`}
      </p>
      {options.map((option) => (
        <Option key={option.key} option={option} votes={votes} ownId={ownId} context={context} send={send} />
      ))}
      {isOpen && <Adding label={t('Add an option')} known={options} onAdd={addOption} />}
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
      onClick={() => void send({ type: 'vote', key, vote: isMine ? -1 : 1 })}
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

interface TodoProps extends Pick<PollProps, 'isOpen' | 'send' | 'numberFor'> {
  todo: Widget & { kind: 'todo' };
}

function Todo({ todo, isOpen, send, numberFor }: TodoProps) {
  const { title, tasks } = todo;
  const addTask = (task: string): Promise<boolean> => {
    const key = numberFor(tasks.map((each) => each.key));
    return send({ type: 'new_task', key, task, desc: '', completed: false });
  };
  return (
    <>
      <h2>{title === '' ? t('Tasks') : title}</h2>
      {tasks.map(({ key, text, note, isDone }) => (
        <label key={key} className="widget-task">
          <input type="checkbox" checked={isDone} onChange={() => void send({ type: 'strike', key })} />
          <span className={isDone ? 'is-done' : ''}>
            <strong>{text}</strong>
            {note !== '' && `: ${note}`}
          </span>
        </label>
      ))}
      {isOpen && <Adding label={t('Add a task')} known={tasks} onAdd={addTask} />}
    </>
  );
}

interface AddingProps {
  label: string;
  known: readonly { text: string }[];
  onAdd: (text: string) => Promise<boolean>;
}

function Adding({ label, known, onAdd }: AddingProps) {
  const [text, setText] = useState('');
  const written = text.trim();
  const isKnown = known.some((each) => each.text === written);
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (written === '' || isKnown) return;
    setText('');
    // What was not taken can be sent again, unless something else stands there by now.
    if (!(await onAdd(written))) setText((now) => (now === '' ? written : now));
  };
  return (
    <form className="widget-adding" onSubmit={(event) => void add(event)}>
      <input
        className="input"
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => setText(atMost(currentTarget.value, longestEntry))}
      />
      <button type="submit" className="button" disabled={written === '' || isKnown}>
        {t('Add')}
      </button>
      {isKnown && written !== '' && <output className="field-note">{t('This task is already in the list.')}</output>}
    </form>
  );
}
