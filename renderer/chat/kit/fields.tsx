/** Fields of the pages before the chat: a label above, a sentence below, and what is wrong in its place. */
import { useId, useState, type FormEvent, type InputHTMLAttributes, type ReactNode } from 'react';
import { t } from '../../client/text.ts';
import { LineIcon, type LineIconName } from '../../components/line-icon.tsx';
import { passwordGrade, passwordVerdict } from '../../components/password-rules.ts';
import { limited } from '../../components/text-limit.ts';
import { ToolButton } from './tool-button.tsx';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  note?: string | undefined;
  noteIcon?: LineIconName;
  isGood?: boolean;
  /** Takes the note's place. */
  error?: string | undefined;
  /** Inside the field, at its end. */
  tool?: ReactNode;
}

export function Field({
  label,
  note,
  noteIcon,
  isGood = false,
  error: refusal,
  tool,
  onInput,
  maxLength,
  ...input
}: FieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const error = problem ?? refusal;
  const said = error ?? note;
  const icon = error === undefined ? noteIcon : 'alert';
  const limit = limited<HTMLInputElement>(maxLength);
  // In the page's own words and colours, not in a bubble of the browser's.
  const refuse = (event: FormEvent<HTMLInputElement>): void => {
    event.preventDefault();
    const field = event.currentTarget;
    setProblem(field.validity.valueMissing ? t('This field is required.') : t('Enter a valid email address.'));
    if (field.form?.querySelector('input:invalid') === field) field.focus();
  };
  return (
    <div className="entry-field">
      <label htmlFor={id}>{label}</label>
      <div className={tool === undefined ? undefined : 'field-with-tool'}>
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={said === undefined ? undefined : `${id}-note`}
          onInvalid={refuse}
          onInput={(event) => {
            setProblem(undefined);
            limit(event);
            onInput?.(event);
          }}
          {...input}
        />
        {tool}
      </div>
      {said !== undefined && (
        <p id={`${id}-note`} className={`entry-note ${error === undefined ? (isGood ? 'good' : '') : 'bad'}`}>
          {icon !== undefined && <LineIcon name={icon} size={16} />}
          {said}
        </p>
      )}
    </div>
  );
}

/** A password, with a button that shows what is typed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'tool'>) {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      tool={
        <ToolButton
          icon={isShown ? 'eyeOff' : 'eye'}
          label={t('Show password')}
          isPressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

/** A password that someone chooses: says while it is typed whether it is long enough. */
export function NewPasswordField({ error }: { error?: string | undefined }) {
  const [password, setPassword] = useState('');
  const isGood = passwordGrade(password) !== 'bad';
  return (
    <PasswordField
      name="password"
      label={t('Password')}
      autoComplete="new-password"
      required
      note={passwordVerdict(password)}
      {...(isGood && { noteIcon: 'check' })}
      isGood={isGood}
      error={error}
      onInput={({ currentTarget }) => setPassword(currentTarget.value)}
    />
  );
}
