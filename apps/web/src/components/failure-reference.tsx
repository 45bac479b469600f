import { useMessages } from '@adtally/i18n/use-messages.ts'
import { IconButton } from '@adtally/ui/icons/icon-button.tsx'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { CopyButton } from './fields/copy-button.tsx'

interface FailureReferenceProps {
  request_id: string
  onClose: () => void
}

/** A failed request's id, to copy for customer service; gone when closed or when the page changes. */
export default function FailureReference({ request_id, onClose }: FailureReferenceProps) {
  const t = useMessages('shell')
  const ui = useMessages('ui')
  const { pathname } = useLocation()
  const shown_at = useRef(pathname)
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (pathname !== shown_at.current) leave()
  }, [pathname])
  // In the body: a sheet makes the page behind it inert, and can fail as well.
  return createPortal(
    <div
      role="alert"
      data-part="reference"
      className="fixed inset-x-0 top-[env(safe-area-inset-top)] z-50 mx-auto flex max-w-120 items-center gap-2 rounded-card bg-surface px-4 py-1 text-12 text-ink shadow-raised"
    >
      <p className="min-w-0 flex-auto">
        {t('reference')} <span className="font-mono break-all select-text">{request_id}</span>
      </p>
      <CopyButton text={request_id} label={t('reference')} />
      <IconButton
        icon="close"
        size={18}
        trailing
        label={ui('close')}
        className="text-muted"
        onClick={onClose}
      />
    </div>,
    document.body,
  )
}
