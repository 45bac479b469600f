import { classNames } from './class-names.ts'

/** Four strokes and a crossing one: the mark, in the order in which progress fills it (DESIGN). */
const STROKES = ['M5 4V20', 'M10 4V20', 'M15 4V20', 'M20 4V20', 'M1.5 17.5L23.5 6.5'] as const
const SHARE_OF_STROKE = 100 / STROKES.length

interface TallyMarkProps {
  /** Pixels at the design width. */
  size?: number
  className?: string
}

/** The mark. */
export function TallyMark({ size = 24, className }: TallyMarkProps) {
  const length = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 25 24"
      aria-hidden
      className={className}
      style={{ width: length, height: length, flex: 'none' }}
      fill="none"
      strokeWidth={2.5}
      strokeLinecap="round"
    >
      {STROKES.map((path, index) => (
        <path key={path} d={path} stroke={index === 4 ? 'var(--color-highlight)' : 'currentColor'} />
      ))}
    </svg>
  )
}

interface TallyProgressProps {
  /** 0 to 100. */
  percent: number
  /** The name of what progresses, for screen readers. */
  label: string
  /** The progress as it is written beside the tally, if that is not the percentage itself. */
  text?: string
  size?: number
  className?: string
}

/** Progress as a five-bar tally: each stroke is a fifth and fills along its length. */
export function TallyProgress({ percent, label, text, size = 24, className }: TallyProgressProps) {
  const filled = Math.min(100, Math.max(0, percent))
  const length = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 25 24"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={filled}
      aria-valuetext={text}
      className={classNames('text-accent', className)}
      style={{ width: length, height: length, flex: 'none' }}
      fill="none"
      strokeWidth={2.5}
      strokeLinecap="round"
    >
      {STROKES.map((path, index) => {
        const share = Math.min(1, Math.max(0, (filled - index * SHARE_OF_STROKE) / SHARE_OF_STROKE))
        return (
          <g key={path}>
            <path d={path} stroke="var(--color-edge)" />
            {share > 0 && (
              <path
                d={path}
                pathLength={100}
                strokeDasharray={`${share * 100} 200`}
                stroke={index === 4 ? 'var(--color-highlight)' : 'currentColor'}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** A busy indicator: the strokes come and go in turn; still with reduced motion. */
export function TallyBusy({ size = 20 }: { size?: number }) {
  const length = `${size / 16}rem`
  return (
    <svg
      viewBox="0 0 25 24"
      aria-hidden
      style={{ width: length, height: length, flex: 'none' }}
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
    >
      {STROKES.map((path) => (
        <path key={path} d={path} className="busy-stroke" />
      ))}
    </svg>
  )
}
