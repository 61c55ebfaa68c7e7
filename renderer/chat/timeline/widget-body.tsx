/** A poll or a list of tasks, in place of the text of its message. */
import { useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { t } from '../../client/text.ts';
import { LineIcon } from '../../components/line-icon.tsx';
import type { HtmlContext } from '../../components/message-html/enrich-html.ts';
import { atMost } from '../../components/text-limit.ts';
import type { Message } from '../store/message.ts';
import { isShownOn, ownChanges, WidgetChanges } from '../store/widget-changes.ts';
import { freeNumber, type PollOption, type Task, type Widget } from '../store/widget.ts';
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
  const changes = useStore(widgetChanges.changes);
  const switched: Switched = (key, isOn) => {
    const id = `${message.id} ${key}`;
    const seen = ownChanges(message, props.ownId, key);
    const isShown = isShownOn(changes.get(id), isOn, seen);
    const turn = (content: object): void =>
      widgetChanges.click(id, { isOn: !isShown, seen }, async () => send(content));
    return [isShown, turn];
  };
  const isOpen = actions.isChangeable(message);
  return (
    <fieldset className="message-body widget" dir="auto" disabled={!isOpen}>
      {widget.kind === 'poll' ? (
        <Poll {...props} poll={widget} isOpen={isOpen} send={send} switched={switched} numberFor={numberFor} />
      ) : (
        <Todo todo={widget} isOpen={isOpen} send={send} switched={switched} numberFor={numberFor} />
      )}
    </fieldset>
  );
}

/** Characters of an option or a task. */
const longestEntry = 1000;

/** @returns whether the server has taken it. */
type Send = (content: object) => Promise<boolean>;

/** @returns whether an option or a task is shown as on, and what turns it. @param isOn by what is known of the server. */
type Switched = (key: string, isOn: boolean) => [isShown: boolean, turn: (content: object) => void];

/** Clicks whose events are late: rows come and go in the meantime. */
const widgetChanges = new WidgetChanges();

/** Numbers of options and tasks that this page has sent, by message: rows come and go while answers are late. */
const sentNumbers = new Map<number, Set<number>>();

interface PollProps extends WidgetBodyProps {
  poll: Widget & { kind: 'poll' };
  /** false: it is as it is, and no one adds to it. */
  isOpen: boolean;
  send: Send;
  switched: Switched;
  /** A number for something new among these. */
  numberFor: (keys: readonly string[]) => number;
}

function Poll({ poll, ownId, context, isOpen, send, switched, numberFor }: PollProps) {
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
        <Option key={option.key} option={option} votes={votes} ownId={ownId} context={context} switched={switched} />
      ))}
      {isOpen && (
        <Adding
          label={t('Add an option')}
          knownNote={t('This option is already in the poll.')}
          known={options}
          onAdd={addOption}
        />
      )}
    </>
  );
}

interface OptionProps extends Pick<PollProps, 'ownId' | 'context' | 'switched'> {
  option: PollOption;
  votes: number;
}

function Option({ option, votes, ownId, context, switched }: OptionProps) {
  const { key, text } = option;
  const [isMine, turn] = switched(key, option.voterIds.includes(ownId));
  const others = option.voterIds.filter((id) => id !== ownId);
  const voterIds = !isMine ? others : option.voterIds.includes(ownId) ? option.voterIds : [...others, ownId];
  const who = voterIds.map((id) => (id === ownId ? t('you') : (context.userName(id) ?? `#${id}`))).join(', ');
  const part = votes === 0 ? 0 : Math.round((voterIds.length / votes) * 100);
  return (
    <button
      type="button"
      className="widget-option"
      aria-pressed={isMine}
      title={who}
      style={{ ['--part' as string]: `${part}%` }}
      onClick={() => turn({ type: 'vote', key, vote: isMine ? -1 : 1 })}
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

interface TodoProps extends Pick<PollProps, 'isOpen' | 'send' | 'switched' | 'numberFor'> {
  todo: Widget & { kind: 'todo' };
}

function Todo({ todo, isOpen, send, switched, numberFor }: TodoProps) {
  const { title, tasks } = todo;
  const addTask = (task: string): Promise<boolean> => {
    const key = numberFor(tasks.map((each) => each.key));
    return send({ type: 'new_task', key, task, desc: '', completed: false });
  };
  return (
    <>
      <h2>{title === '' ? t('Tasks') : title}</h2>
      {tasks.map((task) => (
        <TaskRow key={task.key} task={task} switched={switched} />
      ))}
      {isOpen && (
        <Adding
          label={t('Add a task')}
          knownNote={t('This task is already in the list.')}
          known={tasks}
          onAdd={addTask}
        />
      )}
    </>
  );
}

function TaskRow({ task, switched }: { task: Task; switched: Switched }) {
  const { key, text, note } = task;
  const [isDone, turn] = switched(key, task.isDone);
  return (
    <label className="widget-task">
      <input type="checkbox" checked={isDone} onChange={() => turn({ type: 'strike', key })} />
      <span className={isDone ? 'is-done' : ''}>
        <strong>{text}</strong>
        {note !== '' && `: ${note}`}
      </span>
    </label>
  );
}

interface AddingProps {
  label: string;
  /** Why a known text is not added. */
  knownNote: string;
  known: readonly { text: string }[];
  onAdd: (text: string) => Promise<boolean>;
}

function Adding({ label, knownNote, known, onAdd }: AddingProps) {
  const [text, setText] = useState('');
  /** What was not taken while something else was written. */
  const [left, setLeft] = useState<readonly string[]>([]);
  const written = text.trim();
  const isKnownText = (one: string): boolean => known.some((each) => each.text === one);
  const isKnown = isKnownText(written);
  const send = async (one: string): Promise<void> => {
    if (!(await onAdd(one))) setLeft((before) => [...before.filter((each) => each !== one), one]);
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (written === '' || isKnown) return;
    setText('');
    void send(written);
  };
  const again = (one: string): void => {
    setLeft((before) => before.filter((each) => each !== one));
    void send(one);
  };
  return (
    <form className="widget-adding" onSubmit={add}>
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
      {isKnown && written !== '' && <output className="field-note">{knownNote}</output>}
      {left
        .filter((one) => !isKnownText(one))
        .map((one) => (
          <output key={one} className="field-note">
            {t('Not added: {{text}}', { text: one })}{' '}
            <button type="button" className="button" onClick={() => again(one)}>
              {t('Try again')}
            </button>
          </output>
        ))}
    </form>
  );
}
