import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/** A page that failed to load or to draw; loading again also fetches a chunk that a new version replaced. */
function CrashPage() {
  const t = useMessages('shell')
  return (
    <main className="column screen-height flex items-center justify-center">
      <EmptyState
        title={t('crash')}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      >
        {t('crashMeaning')}
      </EmptyState>
    </main>
  )
}

interface CatcherProps {
  address: string
  children: ReactNode
}

/** React catches what drawing throws by a class only. */
class Catcher extends Component<CatcherProps, { crashed_at: string | null }> {
  override state = { crashed_at: null }

  static getDerivedStateFromError() {
    return { crashed_at: window.location.hash }
  }

  /** Another address is another chance. */
  override componentDidUpdate({ address }: CatcherProps) {
    if (this.state.crashed_at !== null && address !== this.props.address) this.setState({ crashed_at: null })
  }

  override render() {
    return this.state.crashed_at === null ? this.props.children : <CrashPage />
  }
}

/** Shows the crash page instead of a page that throws, until the address changes. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return <Catcher address={`${pathname}${search}`}>{children}</Catcher>
}
