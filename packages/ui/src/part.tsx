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

/** That a part's code did not come; what it throws when it is drawn is not this. */
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

/** React catches what drawing throws by a class only. */
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

/** How to close a part that opens and closes, such as a sheet; null of any other. */
function closeOf(props: object): (() => void) | null {
  const onClose: unknown = Object(props).onClose
  return typeof onClose === 'function' ? () => onClose() : null
}

/** What could not be opened says so and closes, so that it can be opened again. */
function ClosingPart({ onFailed }: { onFailed: () => void }) {
  const t = useMessages('ui')
  const close = useEffectEvent(() => {
    showToast(t(isConnected() ? 'notOpened' : 'offlineOpen'), 'negative')
    onFailed()
  })
  useEffect(() => close(), [])
  return null
}

/** Says in the part's place that its code did not come, and tries again by itself once there is a connection. */
function FailedPart({ onAgain }: { onAgain: () => void }) {
  const connected = useSyncExternalStore(followConnection, isConnected)
  const tryAgain = useEffectEvent(() => isConnected() && onAgain())
  useEffect(() => {
    const stopFollowing = followConnection(() => tryAgain())
    // The app may have believed in a connection all along.
    const listener = () => tryAgain()
    window.addEventListener('online', listener)
    return () => {
      stopFollowing()
      window.removeEventListener('online', listener)
    }
  }, [])
  return connected ? <FailedState onReload={onAgain} /> : <OfflineState />
}

/** In the place of what failed before this opening could try: it tries, before anything is said. */
function TriesFirst({ onAgain }: { onAgain: () => void }) {
  const tryAgain = useEffectEvent(onAgain)
  useLayoutEffect(() => tryAgain(), [])
  return null
}

let first_picture = Promise.resolve()

/**
 * Lets parts wait until the returned function is called: what the first picture is made of comes before what it leaves
 * room for. To be called before anything is drawn.
 */
export function holdParts(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  first_picture = promise
  return resolve
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A part's code: what React has seen fail has failed for good, so that each try has one of its own. */
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
  /** No try was this opening's own for certain. */
  is_first: boolean
  onAgain: () => void
  props: object
}

/** In the place of a part whose code did not come. */
function NotLoadedPart({ is_first, onAgain, props }: NotLoadedPartProps) {
  const close = closeOf(props)
  // What failed may have been tried by an opening before, such as without a connection, and be kept since.
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
 * A component whose code is loaded when it is first drawn. Where that does not come, the part says so in its place, and
 * the rest of the page stays; what opens and closes, by `onClose`, closes with a word.
 */
export function part<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return partAtOnce(() => first_picture.then(load))
}

/** A part that the first picture is made of. */
export function partAtOnce<Props extends object>(load: Load<Props>): ComponentType<Props> {
  const source = new Source(load)
  return (props) => <Part source={source} props={props} />
}
