interface QuartilePlotProps {
  /** Percent of the amount placed. */
  quartile_1: number
  median: number
  quartile_3: number
  /** Writes a percentage, for the ends of the line. */
  formatPercent: (percent: string) => string
}

const WIDTH = 320
const HEIGHT = 28
/** Nobody loses more than what was placed. */
const LEAST = -100

/** The middle half of all results on a line from losing everything, with the median and the point of no loss. */
export function QuartilePlot(props: QuartilePlotProps) {
  const { quartile_1, median, quartile_3, formatPercent } = props
  const most = Math.max(-LEAST, Math.ceil((quartile_3 * 1.15) / 50) * 50)
  const x = (percent: number) => ((Math.max(LEAST, percent) - LEAST) / (most - LEAST)) * WIDTH
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
        <span>{formatPercent(String(LEAST))}</span>
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
