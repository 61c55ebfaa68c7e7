/** The fields of the forms in dialogs: a name above, what is filled in, and a note or what is wrong below. */
import type { InputHTMLAttributes, ReactNode } from 'react';
import { atMost } from '../../components/text-limit.ts';

interface FieldProps {
  label: string;
  note?: string | undefined;
  /** What is wrong with it; null while nothing is. */
  error?: string | null;
  children: ReactNode;
}

function Field({ label, note, error = null, children }: FieldProps) {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      {children}
      {note !== undefined && <span className="field-note">{note}</span>}
      {error !== null && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </label>
  );
}

interface ValueProps<Value> extends Omit<FieldProps, 'children'> {
  value: Value;
  onChange: (value: Value) => void;
}

type TextFieldProps = ValueProps<string> &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'maxLength'
    | 'min'
    | 'list'
    | 'autoComplete'
    | 'onKeyDown'
    | 'onPaste'
    | 'aria-controls'
    | 'aria-activedescendant'
  >;

export function TextField({ label, note, error = null, value, onChange, maxLength, ...input }: TextFieldProps) {
  return (
    <Field label={label} note={note} error={error}>
      <input
        className="input"
        dir="auto"
        value={value}
        aria-invalid={error !== null}
        onChange={({ currentTarget }) => onChange(atMost(currentTarget.value, maxLength))}
        {...input}
      />
    </Field>
  );
}

export function TextAreaField({
  label,
  note,
  error = null,
  value,
  onChange,
  rows,
  maxLength,
}: ValueProps<string> & { rows: number; maxLength?: number }) {
  return (
    <Field label={label} note={note} error={error}>
      <textarea
        className="input"
        dir="auto"
        rows={rows}
        value={value}
        aria-invalid={error !== null}
        onChange={({ currentTarget }) => onChange(atMost(currentTarget.value, maxLength))}
      />
    </Field>
  );
}

type SelectFieldProps<Id> = ValueProps<Id | null> & {
  choices: readonly { id: Id; name: string }[];
  /** The choice of none of them; without it one is always chosen. */
  none?: string;
};

export function SelectField<Id extends number | string>(props: SelectFieldProps<Id>) {
  const { label, note, error = null, value, onChange, choices, none } = props;
  return (
    <Field label={label} note={note} error={error}>
      <select
        className="input"
        value={value ?? ''}
        onChange={({ currentTarget }) =>
          onChange(choices.find(({ id }) => String(id) === currentTarget.value)?.id ?? null)
        }
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </Field>
  );
}
