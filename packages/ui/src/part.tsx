import { useMessages } from '@adtally/i18n/use-messages.ts'
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { followConnection, isConnected } from './connection.ts'
import { FailedState, OfflineState } from './states.tsx'
import { showToast } from './toast-store.ts'

/** A part's code failed to load; errors from rendering it are different. */
class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'PartNotLoaded'
  }
}

interface CatcherProps {
  failed: ReactNode
  children: ReactNode
}

/** Only a class can catch render errors in React. */
class Catcher extends Component<CatcherProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof PartNotLoaded)) throw error
    return this.props.failed
  }
}

/** How to close a part that opens and closes, such as a sheet; null for others. */
function closeOf(props: object): (() => void) | null {
  const onClose: unknown = Object(props).onClose
  return typeof onClose === 'function' ? () => onClose() : null
}

/** Reports that a part failed to open and closes it, so that it can be opened again. */
function ClosingPart({ onFailed }: { onFailed: () => void }) {
  const t = useMessages('ui')
  const close = useEffectEvent(() => {
    showToast(t(isConnected() ? 'notOpened' : 'offlineOpen'), 'negative')
    onFailed()
  })
  useEffect(() => close(), [])
  return null
}

/** Shown in place of a part whose code failed to load; retries when the connection is back. */
function FailedPart({ onAgain }: { onAgain: () => void }) {
  const connected = useSyncExternalStore(followConnection, isConnected)
  const tryAgain = useEffectEvent(() => isConnected() && onAgain())
  useEffect(() => {
    const stopFollowing = followConnection(() => tryAgain())
    // The app may have assumed a connection all along.
    const listener = () => tryAgain()
    window.addEventListener('online', listener)
    return () => {
      stopFollowing()
      window.removeEventListener('online', listener)
    }
  }, [])
  return connected ? <FailedState onReload={onAgain} /> : <OfflineState />
}

/** Shown when an earlier opening's failure is still cached: retries before reporting anything. */
function TriesFirst({ onAgain }: { onAgain: () => void }) {
  const tryAgain = useEffectEvent(onAgain)
  useLayoutEffect(() => tryAgain(), [])
  return null
}

let first_picture = Promise.resolve()

/** Holds back parts until the returned function is called, so that the first paint's code loads before theirs. */
export function holdParts(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  first_picture = promise
  return resolve
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A part's code. React caches a failure for good, so each try gets its own lazy component. */
class Source<Props extends object> {
  readonly #load: Load<Props>
  Loaded: ComponentType<Props>

  constructor(load: Load<Props>) {
    this.#load = load
    this.Loaded = this.#begin()
  }

  tryAgain(): void {
    this.Loaded = this.#begin()
  }

  #begin(): ComponentType<Props> {
    return lazy(() =>
      this.#load().catch((cause: unknown): never => {
        throw new PartNotLoaded(cause)
      }),
    )
  }
}

interface NotLoadedPartProps {
  /** Whether this opening has not tried by itself yet. */
  is_first: boolean
  onAgain: () => void
  props: object
}

/** Shown in place of a part whose code failed to load. */
function NotLoadedPart({ is_first, onAgain, props }: NotLoadedPartProps) {
  const close = closeOf(props)
  // An earlier opening may have failed, for example offline, and the failure is cached.
  const [tries_first] = useState(() => is_first && isConnected())
  if (tries_first) return <TriesFirst onAgain={onAgain} />
  if (!close) return <FailedPart onAgain={onAgain} />
  const closeAfterAll = () => {
    onAgain()
    close()
  }
  return <ClosingPart onFailed={closeAfterAll} />
}

function Part<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const [tries, setTries] = useState(0)
  const { Loaded } = source
  const again = () => {
    source.tryAgain()
    setTries(tries + 1)
  }
  return (
    <Catcher key={tries} failed={<NotLoadedPart is_first={tries === 0} onAgain={again} props={props} />}>
      <Loaded {...props} />
    </Catcher>
  )
}

/**
 * A component whose code loads when it first renders. If that fails, it says so in its place and the rest of the page
 * stays; a part with `onClose` closes with a message.
 */
export function part<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return partAtOnce(() => first_picture.then(load))
}

/** A part that belongs to the first paint. */
export function partAtOnce<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const source = new Source(load)
  return (props) => <Part source={source} props={props} />
}
