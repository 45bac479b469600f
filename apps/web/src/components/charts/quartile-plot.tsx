interface QuartilePlotProps {
  /** In percent of the amount placed. */
  quartile_1: number
  median: number
  quartile_3: number
  /** Formats the percentages at the ends of the line. */
  formatPercent: (percent: string) => string
}

const WIDTH = 320
const HEIGHT = 28
/** Percent to either side: the smallest that holds the results is used, to show their differences. */
const SPANS = [10, 25, 50, 100]
/** Nobody loses more than they placed. */
const LEAST = -100
const ROOM = 1.15

/** The line's ends: equally far to either side, so that losses look as long as gains, unless gains are very large. */
function rangeOf({ quartile_1, quartile_3 }: QuartilePlotProps): [number, number] {
  const farthest = Math.max(-quartile_1, quartile_3) * ROOM
  const span = SPANS.find((each) => each >= farthest)
  return span === undefined
    ? [LEAST, Math.max(-LEAST, Math.ceil((quartile_3 * ROOM) / 50) * 50)]
    : [-span, span]
}

/** The middle half of all results on a line from loss to gain, with the median and the zero mark. */
export function QuartilePlot(props: QuartilePlotProps) {
  const { quartile_1, median, quartile_3, formatPercent } = props
  const [least, most] = rangeOf(props)
  const x = (percent: number) => ((Math.max(least, percent) - least) / (most - least)) * WIDTH
  return (
    <div aria-hidden className="relative">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="h-auto w-full overflow-visible">
        <path d={`M0 14H${WIDTH}`} stroke="var(--color-edge)" />
        <path d={`M${x(0)} 2V26`} stroke="var(--color-ink)" strokeDasharray="2 2" />
        <rect
          x={x(quartile_1)}
          y={8}
          width={Math.max(2, x(quartile_3) - x(quartile_1))}
          height={12}
          rx={3}
          fill="var(--color-accent-soft)"
          stroke="var(--color-accent)"
        />
        <path d={`M${x(median)} 5V23`} stroke="var(--color-accent)" strokeWidth={2.5} strokeLinecap="round" />
      </svg>
      <p className="flex justify-between text-12 text-muted">
        <span>{formatPercent(String(least))}</span>
        <span>{formatPercent(String(most))}</span>
      </p>
      <p
        className="absolute bottom-0 -translate-x-1/2 text-12 text-muted"
        style={{ left: `${(x(0) / WIDTH) * 100}%` }}
      >
        {formatPercent('0')}
      </p>
    </div>
  )
}
