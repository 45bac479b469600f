import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CONTROL_CLASS, FieldFrame } from '@adtally/ui/field.tsx'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { useId, useRef, useState } from 'react'
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

/** A document that stays at the desk: what is sent is its SHA-256, worked out here, and nothing else can be typed. */
export function DocumentControl({ field, label, hint, error, value, onChange }: ControlProps) {
  const t = useMessages('consoleActs')
  const id = useId()
  const [fault, setFault] = useState<'hashFailed' | 'documentEmpty' | null>(null)
  const latest = useRef<File>(undefined)
  const take = (file: File | undefined) => {
    latest.current = file
    onChange('')
    setFault(file?.size === 0 ? 'documentEmpty' : null)
    if (!file || file.size === 0) return
    // Of one that was replaced meanwhile nothing is told.
    const tell = (work: () => void) => latest.current === file && work()
    hashOf(file).then(
      (hash) => tell(() => onChange(hash)),
      () => tell(() => setFault('hashFailed')),
    )
  }
  const sent = typedIn(value) && t('documentSent', { hash: typedIn(value) })
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={
        <>
          {hint}
          {sent && <span className="block break-all">{sent}</span>}
        </>
      }
      error={fault === null ? error : t(fault)}
    >
      {(control) => (
        <input
          {...control}
          type="file"
          name={field.name}
          onChange={({ target }) => take(target.files?.[0])}
          className={FILE_CLASS}
        />
      )}
    </FieldFrame>
  )
}
