import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CONTROL_CLASS, FieldFrame, TextField } from '@adtally/ui/field.tsx'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { useId, useState } from 'react'
import { type ControlProps, typedIn } from './control-props.ts'

const FILE_CLASS = `${CONTROL_CLASS} py-2 file:mr-3 file:min-h-8 file:rounded-control file:border-0 file:bg-accent-soft file:px-3 file:text-accent`

/** A file to be sent. What was chosen stays chosen while its page is out of sight. */
export function FileControl({ field, label, hint, error, value, onChange }: ControlProps) {
  const t = useMessages('consoleActs')
  const id = useId()
  const size = value instanceof File ? Math.ceil(value.size / 1000) : 0
  const chosen = value instanceof File ? t('chosenFile', { name: value.name, size }) : ''
  return (
    <FieldFrame id={id} label={label} hint={[hint, chosen].filter(Boolean).join(' · ')} error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          name={field.name}
          onChange={({ target }) => onChange(target.files?.[0] ?? '')}
          className={FILE_CLASS}
        />
      )}
    </FieldFrame>
  )
}

/** Hashes a file piece by piece, so that a large one does not fill the memory. Rejects if it can't be read. */
async function hashOf(file: File): Promise<string> {
  const hash = sha256.create()
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytesToHex(hash.digest())
    hash.update(value)
  }
}

/** A file's SHA-256, worked out here: the file stays at the desk. */
export function HashControl(props: ControlProps) {
  const { field, label, hint, error, value, onChange } = props
  const t = useMessages('consoleActs')
  const id = useId()
  const [failed, setFailed] = useState(false)
  const take = (file: File | undefined) => {
    if (!file) return
    setFailed(false)
    hashOf(file).then(onChange, () => setFailed(true))
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...{ label, hint, name: field.name, value: typedIn(value) }}
        error={failed ? t('hashFailed') : error}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
      <label htmlFor={id} className="text-12 text-muted">
        {t('hashFile')}
      </label>
      <input id={id} type="file" onChange={({ target }) => take(target.files?.[0])} className={FILE_CLASS} />
    </div>
  )
}
