import { useMessages } from '@adtally/i18n/use-messages.ts'
import { Button } from '@adtally/ui/button.tsx'
import { EmptyState } from '@adtally/ui/states.tsx'
import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router'

/** Shown for a page that failed to load or render; reloading also fetches a chunk that a new version replaced. */
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

/** Only a class can catch render errors in React. */
class Catcher extends Component<CatcherProps, { crashed_at: string | null }> {
  override state = { crashed_at: null }

  static getDerivedStateFromError() {
    return { crashed_at: window.location.hash }
  }

  /** A new address gets a new try. */
  override componentDidUpdate({ address }: CatcherProps) {
    if (this.state.crashed_at !== null && address !== this.props.address) this.setState({ crashed_at: null })
  }

  override render() {
    return this.state.crashed_at === null ? this.props.children : <CrashPage />
  }
}

/** Shows the crash page in place of a page that throws, until the address changes. */
export function CrashBoundary({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  return <Catcher address={`${pathname}${search}`}>{children}</Catcher>
}
