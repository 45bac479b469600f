import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icons/icon.tsx'

export interface FieldProps {
  label: string
  /** What the field is for or where its value comes from. */
  hint?: ReactNode
  /** The error, shown beside the field and read out. */
  error?: string | undefined
  className?: string
}

interface FieldFrameProps extends FieldProps {
  id: string
  /** Gets the ids that describe the control. */
  children: (control: {
    id: string
    'aria-invalid': true | undefined
    'aria-describedby': string | undefined
  }) => ReactNode
}

/** Label, control, hint and error, connected by ids. */
export function FieldFrame({ id, label, hint, error, className, children }: FieldFrameProps) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      <p
        id={errorId}
        role={error ? 'alert' : undefined}
        className={error ? 'flex gap-1.5 text-14 text-negative' : 'sr-only'}
      >
        {error && <Icon name="warning" color="currentColor" className="mt-0.5" />}
        {error}
      </p>
      {hint && (
        <p id={hintId} className="text-12 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The look of every one-line control. */
export const CONTROL_CLASS =
  'min-h-12 w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-16 text-ink placeholder:text-muted aria-invalid:border-negative'

interface TextFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'id' | 'className'> {
  /** Content inside the field's end, such as a button. */
  trailing?: ReactNode
}

/** A one-line text field with its error. */
export function TextField({ label, hint, error, className, trailing, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...(className ? { className } : {})}>
      {(control) => (
        <span className="relative flex">
          <input
            type="text"
            {...input}
            {...control}
            className={classNames(CONTROL_CLASS, Boolean(trailing) && 'pr-12')}
          />
          {trailing && <span className="absolute inset-y-0 right-0.5 flex items-center">{trailing}</span>}
        </span>
      )}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldProps, Omit<ComponentPropsWithRef<'textarea'>, 'id' | 'className'> {}

/** A field for several lines of text, with its error. */
export function TextArea({ label, hint, error, className, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} {...(className ? { className } : {})}>
      {(control) => (
        <textarea rows={4} {...input} {...control} className={classNames(CONTROL_CLASS, 'py-3')} />
      )}
    </FieldFrame>
  )
}
