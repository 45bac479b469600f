import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { Component, type ReactNode } from 'react'

/** Says that a page has failed, in its place. */
export class CrashBoundary extends Component<{ children: ReactNode }, { has_failed: boolean }> {
  override state = { has_failed: false }

  static getDerivedStateFromError() {
    return { has_failed: true }
  }

  override render() {
    return this.state.has_failed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const t = useMessages('consoleShell')
  return (
    <main>
      <EmptyState
        title={t('crashed')}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      />
    </main>
  )
}
