import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type ChartPoint, nearestPoint } from './chart-geometry.ts'
import { ChartPlot } from './chart-plot.tsx'
import { type ChartSeries, strokeOf } from './chart-series.ts'

interface LiveChartProps {
  label: string
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  formatValue: (value: bigint) => string
  /** Formats the axis's round values alike; by default like any value. */
  formatTicks?: (values: readonly bigint[]) => readonly string[]
  formatAt: (at: string) => string
  /** False if the latest values are shown beside the chart; it then gives values of a chosen moment only. */
  readsLatest?: boolean
}

type LegendProps = Pick<LiveChartProps, 'series' | 'formatValue'> & { point: ChartPoint | undefined }

function Legend({ series, point, formatValue }: LegendProps) {
  return (
    <figcaption className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pb-1.5 text-12 text-muted">
      {series.map((each, at) => (
        <span key={each.key} className="flex items-center gap-1.5">
          <svg viewBox="0 0 16 4" aria-hidden className="h-1 w-4">
            <path
              d="M0 2H16"
              stroke={each.color}
              {...strokeOf(each)}
              {...(each.look ? {} : { strokeWidth: 3, strokeDasharray: each.estimated ? '2 3' : undefined })}
            />
          </svg>
          {each.label}
          {point && <span className="text-14 text-ink">{formatValue(point.values[at] ?? 0n)}</span>}
        </span>
      ))}
    </figcaption>
  )
}

/**
 * A line chart of a few series, redrawn without animation as its points change (DESIGN). Touch, mouse or arrow keys
 * select a moment; screen readers get its values as a slider's.
 */
export function LiveChart(props: LiveChartProps) {
  const {
    label,
    series,
    points,
    formatValue,
    formatTicks = (values) => values.map(formatValue),
    formatAt,
    readsLatest = true,
  } = props
  const [chosen, setChosen] = useState<number | null>(null)
  const last = Math.max(0, points.length - 1)
  const index = Math.min(chosen ?? last, last)
  const point = points[index]

  const choose = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    setChosen(nearestPoint((event.clientX - box.left) / box.width, points))
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setChosen(Math.min(last, Math.max(0, index + step)))
  }
  const values = series.map((each, at) => `${each.label} ${formatValue(point?.values[at] ?? 0n)}`)

  return (
    <figure className="flex flex-col gap-2">
      <Legend
        series={series}
        point={readsLatest || chosen !== null ? point : undefined}
        formatValue={formatValue}
      />
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={index}
        aria-valuetext={point && `${formatAt(point.at)}: ${values.join(', ')}`}
        onPointerDown={choose}
        onPointerMove={choose}
        onPointerLeave={() => setChosen(null)}
        onKeyDown={handleKey}
        onBlur={() => setChosen(null)}
        className="touch-pan-y rounded-control"
      >
        <ChartPlot
          series={series}
          points={points}
          index={index}
          marked={chosen !== null}
          formatTicks={formatTicks}
        />
      </div>
      <div aria-hidden className="flex justify-between text-12 text-muted">
        <span>{points[0] && formatAt(points[0].at)}</span>
        {chosen !== null && point && <span className="text-ink">{formatAt(point.at)}</span>}
        <span>{points.length > 1 && formatAt(points[last]?.at ?? '')}</span>
      </div>
    </figure>
  )
}
